import type { Messages } from "../translate.ts";

/** Swahili texts that only the server shows (english-server.ts). */
export const SERVER_SWAHILI: Messages = {
  Published: "Imechapishwa",
  "On record since then": "Kwenye kumbukumbu tangu wakati huo",
  Changed: "Imebadilishwa",
  "Typo fix": "Marekebisho ya tahajia",
  Correction: "Sahihisho",
  "Disclosure added": "Tamko limeongezwa",
  Removed: "Imeondolewa",
  "Published again": "Imechapishwa tena",
  Title: "Kichwa",
  Summary: "Muhtasari",
  Picture: "Picha",
  Changes: "Mabadiliko",
  "{count} typo fixes": { one: "Rekebisho moja la tahajia", other: "Marekebisho {count} ya tahajia" },
  "See earlier changes": "Tazama mabadiliko ya awali",
  "See what changed": "Tazama kilichobadilika",
  "Read this version": "Soma toleo hili",
  "What changed, word by word": "Kilichobadilika, neno kwa neno",
  "This article has been removed": "Makala hii imeondolewa",
  "Mistakes we have corrected, newest first. Each article also lists its own changes.":
    "Makosa tuliyosahihisha, mapya kwanza. Kila makala pia huorodhesha mabadiliko yake.",
  "Nothing has been corrected yet.": "Hakuna kilichosahihishwa bado.",
  "This is still the current text, from {time}.": "Haya bado ni maandishi ya sasa, ya {time}.",
  "This is an older text, from {time}.": "Haya ni maandishi ya zamani, ya {time}.",
  "Read the article": "Soma makala",
  "Read the current article": "Soma makala ya sasa",
  "Changes: {title}": "Mabadiliko: {title}",
  "a removed article": "makala iliyoondolewa",
  "What was changed since the article was published, and why.":
    "Kilichobadilishwa tangu makala ichapishwe, na sababu yake.",
  "The text of an article as it was published, before later changes.":
    "Maandishi ya makala kama yalivyochapishwa, kabla ya mabadiliko ya baadaye.",
  "{title} (older text)": "{title} (maandishi ya zamani)",
  "{name} held {coins} when this was published.": "{name} alikuwa na {coins} makala hii ilipochapishwa.",
  "{name} held {coins} when this was updated.": "{name} alikuwa na {coins} makala hii iliposasishwa.",

  Author: "Mwandishi",
  "All authors": "Waandishi wote",
  "RSS feed": "Mlisho wa RSS",
  "Current disclosures": "Matamko ya sasa",
  "Holds {symbol} since {month}": "Anamiliki {symbol} tangu {month}",
  "No author has published yet.": "Hakuna aliyechapisha chochote bado.",
  "Articles by {name} in {site}.": "Makala za {name} katika {site}.",
  "More on {name}": "Zaidi kuhusu {name}",
  "Page {page}": "Ukurasa wa {page}",
  Topic: "Mada",
  Coin: "Sarafu",
  Person: "Mtu",
  Company: "Kampuni",
  "There are no older issues yet.": "Bado hakuna matoleo ya zamani.",
  "Newest issue": "Toleo jipya zaidi",
  "No issue has been sent yet.": "Hakuna toleo lililotumwa bado.",
  Issues: "Matoleo",
  "Newest issues": "Matoleo mapya",
  "Older issues": "Matoleo ya zamani",
  "{date}, to {title}: {text}": "{date}, kwa {title}: {text}",
  "All issues of the {name} newsletter.": "Matoleo yote ya jarida la barua pepe la {name}.",

  "That did not work": "Haikufaulu",
  "Nothing has been sent yet. Please correct the marked fields below.":
    "Hakuna kilichotumwa bado. Tafadhali sahihisha sehemu zilizowekwa alama hapa chini.",
  "You have been removed from our mailing list. We are sorry to see you go.":
    "Umeondolewa kwenye orodha yetu ya barua pepe. Tunasikitika kukuona ukiondoka.",
  "Thank you for writing to us. We will reply by email.": "Asante kwa kutuandikia. Tutakujibu kwa barua pepe.",
  "This link is incomplete. Please copy the entire link.": "Kiungo hiki hakijakamilika. Tafadhali nakili kiungo chote.",
  "This link is not valid. Please subscribe again.": "Kiungo hiki si sahihi. Tafadhali jisajili tena.",
  "This link is not valid.": "Kiungo hiki si sahihi.",
  "The token is missing.": "Kiungo hakijakamilika.",
  "One more click": "Bofya mara moja zaidi",
  "Press the button to receive our newsletter at this address.":
    "Bonyeza kitufe ili upokee jarida letu kwenye anwani hii.",
  "Confirm my subscription": "Thibitisha usajili wangu",
  "Your address is confirmed. Thank you for subscribing to our newsletter.":
    "Anwani yako imethibitishwa. Asante kwa kujisajili kupokea jarida letu.",
  "One moment, please": "Subiri kidogo, tafadhali",
  "We can't show this page right now. Please try again later.":
    "Hatuwezi kuonyesha ukurasa huu kwa sasa. Tafadhali jaribu tena baadaye.",
  "This page was removed": "Ukurasa huu umeondolewa",
  "The page at this address was removed.": "Ukurasa wa anwani hii umeondolewa.",
  "This page is not available": "Ukurasa huu haupatikani",
  "The page at this address was withheld for legal reasons.": "Ukurasa wa anwani hii umezuiwa kwa sababu za kisheria.",
  "Preview not found": "Onyesho la awali halijapatikana",
  "Preview not found or expired.": "Onyesho la awali halijapatikana au limeisha muda.",

  "You received this mail because this address was entered at {name}.":
    "Umepokea barua pepe hii kwa sababu anwani hii iliandikwa kwenye {name}.",
  "Welcome to {name}": "Karibu {name}",
  "Your subscription is set up.": "Usajili wako umekamilika.",
  "Welcome aboard": "Karibu",
  "Thank you for subscribing to {name}. From now on, you will get the week in crypto and technology, explained: one letter, no noise.":
    "Asante kwa kujisajili {name}. Kuanzia sasa utapata wiki ya kripto na teknolojia kwa maelezo wazi: barua moja, bila kelele.",
  "Read the latest stories": "Soma habari mpya",
  "Didn’t enter your address yourself? Click Unsubscribe below, and you will get no more mails from us.":
    "Hukuandika anwani yako mwenyewe? Bofya Jiondoe hapa chini, na hutapokea tena barua pepe kutoka kwetu.",
  "Please confirm your subscription to {name}": "Tafadhali thibitisha usajili wako wa {name}",
  "One click, and the newsletter is yours.": "Bofya mara moja tu, na jarida ni lako.",
  "You, or someone else, entered this address to get the newsletter of {name}. Please confirm that you want to receive it.":
    "Wewe, au mtu mwingine, aliandika anwani hii ili kupata jarida la {name}. Tafadhali thibitisha kwamba unataka kulipokea.",
  "If this was not you, ignore this mail: you get no newsletter unless you confirm.":
    "Kama si wewe, puuza barua pepe hii: hutapata jarida lolote usipothibitisha.",
  "You have been unsubscribed from {name}": "Umeondolewa kwenye jarida la {name}",
  "Sorry to see you go. You can subscribe again with one click.":
    "Tunasikitika kukuona ukiondoka. Unaweza kujisajili tena kwa kubofya mara moja.",
  "Sorry to see you go": "Tunasikitika kukuona ukiondoka",
  "Someone entered this address to unsubscribe from {name}. We have removed it from our mailing list.":
    "Mtu aliandika anwani hii ili kujiondoa {name}. Tumeiondoa kwenye orodha yetu ya barua pepe.",
  "If this was not you, or if you have changed your mind, you can subscribe again with one click.":
    "Kama si wewe, au kama umebadilisha nia, unaweza kujisajili tena kwa kubofya mara moja.",
  "Subscribe again": "Jisajili tena",
  "We will send no more mails to this address unless someone enters it again.":
    "Hatutatuma tena barua pepe kwa anwani hii isipokuwa mtu aiandike tena.",
  "You received this mail because you subscribed to {name}.": "Umepokea barua pepe hii kwa sababu umejisajili {name}.",
  "View in browser": "Fungua kwenye kivinjari",
  "Correction, {date}, to “{title}”: {reason}": "Sahihisho, {date}, kwa “{title}”: {reason}",
  "{name} articles of {site}.": "Makala za {name} kutoka {site}.",
  "Sponsored: {title}": "Imedhaminiwa: {title}",

  "The week at {name}: {lead}": "Wiki katika {name}: {lead}",
  "The week at {name}": "Wiki katika {name}",
  "Our editors' choice and the most-read articles of the last seven days.":
    "Chaguo la wahariri wetu na makala zilizosomwa zaidi siku saba zilizopita.",

  News: "Habari",
  "News and analysis from {name}.": "Habari na uchambuzi kutoka {name}.",
  "The week's stories, explained. No noise. Unsubscribe any time.":
    "Habari za wiki, kwa maelezo wazi. Bila kelele. Jiondoe wakati wowote.",

  "Cryptocurrency, blockchain and technology news": "Habari za sarafu za kidijitali, blockchain na teknolojia",
  "Cutting-edge insights on cryptocurrency, blockchain technology, and digital innovation.":
    "Maarifa ya kisasa kuhusu sarafu za kidijitali, teknolojia ya blockchain na ubunifu wa kidijitali.",
};
