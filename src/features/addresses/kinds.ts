import { type AddressKind, declared } from "#shared/features.ts";
import { nameKey } from "#shared/text.ts";

const KINDS = declared("addresses");

/** The part of an address that all of a kind have in common. */
export const prefixOf = (kind: AddressKind): string => KINDS[kind].pattern.slice(0, -":slug".length);

/** An address as addresses are compared: case is decided here. `slug` may be a number or a name that leads to one. */
export const addressKey = (kind: AddressKind, slug: string | number): string => prefixOf(kind) + nameKey(String(slug));

/** The error for an address that another one of the kind has. */
export const takenError = (kind: AddressKind): string => KINDS[kind].taken;
