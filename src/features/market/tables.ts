declare module "#db/tables.ts" {
  interface Tables {
    market_price: MarketPriceTable;
    market_refresh: MarketRefreshTable;
  }
}

export type MarketPriceTable = {
  symbol: string;
  last_price: string;
  price_change_percent: string;
  /** All rows have the same one. */
  source: string;
  updated_at: number;
};

export type MarketRefreshTable = { id: number; began_at: number };
