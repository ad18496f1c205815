import type { Messages } from "../translate.ts";

/** Swahili, by the English texts (english.ts). A missing one shows the English text; a test lists it. */
export const SWAHILI: Messages = {
  "Skip to main content": "Ruka hadi maudhui makuu",
  "{name}, home page": "{name}, ukurasa wa mwanzo",
  "Open menu": "Fungua menyu",
  "Close menu": "Funga menyu",
  Sections: "Sehemu",
  Theme: "Mwonekano",
  "Theme: system. Switch to light": "Mwonekano: wa kifaa. Badili uwe mweupe",
  "Theme: light. Switch to dark": "Mwonekano: mweupe. Badili uwe mweusi",
  "Theme: dark. Switch to system": "Mwonekano: mweusi. Badili uwe wa kifaa",
  "Search articles": "Tafuta makala",
  "Search articles...": "Tafuta makala...",
  "Close search": "Funga utafutaji",
  Search: "Tafuta",
  "Quick Links": "Viungo vya Haraka",
  Home: "Mwanzo",
  About: "Kuhusu",
  Contact: "Wasiliana",
  Advertise: "Tangaza",
  "Privacy Policy": "Sera ya Faragha",
  Categories: "Kategoria",
  Newsletter: "Jarida la Barua Pepe",
  "All rights reserved.": "Haki zote zimehifadhiwa.",
  "Past newsletters": "Majarida yaliyopita",
  Corrections: "Masahihisho",
  "Social media": "Mitandao ya kijamii",
  "Something went wrong": "Hitilafu imetokea",
  "Return to Home": "Rudi Mwanzo",
  "Try again": "Jaribu tena",
  "Connection Error": "Hitilafu ya Muunganisho",
  "Unable to connect to the database. Please check your internet connection or try again later.":
    "Imeshindikana kuunganisha na hifadhidata. Tafadhali angalia intaneti yako au jaribu tena baadaye.",
  "Something went wrong on our side, and we couldn't show this page. Please try again.":
    "Hitilafu imetokea upande wetu, na hatukuweza kuonyesha ukurasa huu. Tafadhali jaribu tena.",
  "Unknown date": "Tarehe haijulikani",
  "just now": "sasa hivi",

  "Page not found": "Ukurasa haujapatikana",
  "There is no page at this address.": "Hakuna ukurasa kwenye anwani hii.",
  "Oops! Page not found": "Samahani! Ukurasa haujapatikana",
  "The address may be mistyped, or the page may have moved.":
    "Huenda anwani imeandikwa vibaya, au ukurasa umehamishwa.",
  "Most read now": "Zinazosomwa zaidi sasa",
};
