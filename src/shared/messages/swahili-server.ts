import type { Messages } from "../translate.ts";

/** Swahili texts that only the server shows (english-server.ts). */
export const SERVER_SWAHILI: Messages = {
  Published: "Imechapishwa",
  "On record since then": "Iko kwenye kumbukumbu tangu wakati huo",
  Changed: "Imebadilishwa",
  "Typo fix": "Rekebisho la tahajia",
  Correction: "Sahihisho",
  "Disclosure added": "Tamko la maslahi limeongezwa",
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
  "Nothing has been corrected yet.": "Bado hakuna kilichosahihishwa.",
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
  "{name} held {coins} when this was published.": "{name} alikuwa akimiliki {coins} makala hii ilipochapishwa.",
  "{name} held {coins} when this was updated.": "{name} alikuwa akimiliki {coins} makala hii iliposasishwa.",

  Author: "Mwandishi",
  "All authors": "Waandishi wote",
  "RSS feed": "Mlisho wa RSS",
  "Current disclosures": "Matamko ya maslahi ya sasa",
  "Holds {symbol} since {month}": "Anamiliki {symbol} tangu {month}",
  "No author has published yet.": "Bado hakuna mwandishi aliyechapisha.",
  "Articles by {name} in {site}.": "Makala za {name} katika {site}.",
  "More on {name}": "Zaidi kuhusu {name}",
  "Page {page}": "Ukurasa wa {page}",
  "{count} parts": { one: "sehemu 1", other: "sehemu {count}" },
  Parts: "Sehemu",
  "Part {number}": "Sehemu ya {number}",
  "{name}, a series of {site}.": "{name}, mfululizo wa {site}.",
  Topic: "Mada",
  Coin: "Sarafu",
  Person: "Mtu",
  Company: "Kampuni",
  "There are no older issues yet.": "Bado hakuna matoleo ya zamani.",
  "Newest issue": "Toleo jipya zaidi",
  "No issue has been sent yet.": "Bado hakuna toleo lililotumwa.",
  Issues: "Matoleo",
  "Newest issues": "Matoleo mapya",
  "Older issues": "Matoleo ya zamani",
  "{date}, to {title}: {text}": "{date}, kwa {title}: {text}",
  "All issues of the {name} newsletter.": "Matoleo yote ya jarida la barua pepe la {name}.",

  "First name is required.": "Jina la kwanza linahitajika.",
  "Last name is required.": "Jina la ukoo linahitajika.",
  "Subject is required.": "Mada inahitajika.",
  "Message is required.": "Ujumbe unahitajika.",
  "That did not work": "Haikufaulu",
  "Nothing has been sent yet. Please correct the marked fields below.":
    "Bado hakuna kilichotumwa. Tafadhali sahihisha sehemu zilizowekwa alama hapa chini.",
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
  "Welcome aboard": "Karibu sana",
  "Thank you for subscribing to {name}. From now on, our newsletter comes to this address.":
    "Asante kwa kujisajili kupokea jarida la {name}. Kuanzia sasa litatumwa kwenye anwani hii.",
  "Read the latest stories": "Soma habari mpya",
  "Didn’t enter your address yourself? Click Unsubscribe below, and you will get no more mails from us.":
    "Hukuandika anwani yako mwenyewe? Bofya Jiondoe hapa chini, na hutapokea tena barua pepe kutoka kwetu.",
  "Please confirm your subscription to {name}": "Tafadhali thibitisha usajili wako wa jarida la {name}",
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
    "Mtu fulani aliandika anwani hii ili kujiondoa kwenye jarida la {name}. Tumeiondoa kwenye orodha yetu ya barua pepe.",
  "If this was not you, or if you have changed your mind, you can subscribe again with one click.":
    "Kama si wewe, au kama umebadili nia, unaweza kujisajili tena kwa kubofya mara moja.",
  "Subscribe again": "Jisajili tena",
  "We will send no more mails to this address unless someone enters it again.":
    "Hatutatuma tena barua pepe kwa anwani hii isipokuwa mtu aiandike tena.",
  "You received this mail because you subscribed to {name}.":
    "Umepokea barua pepe hii kwa sababu umejisajili kupokea jarida la {name}.",
  "View in browser": "Fungua kwenye kivinjari",
  "Correction, {date}, to “{title}”: {reason}": "Sahihisho, {date}, kwa “{title}”: {reason}",
  "{name} articles of {site}.": "Makala za {name} kutoka {site}.",
  "Sponsored: {title}": "Imedhaminiwa: {title}",

  "The week at {name}: {lead}": "Wiki hii katika {name}: {lead}",
  "The week at {name}": "Wiki hii katika {name}",
  "Our editors' choice and the most-read articles of the last seven days.":
    "Chaguo la wahariri wetu na makala zilizosomwa zaidi siku saba zilizopita.",

  News: "Habari",
  "News and analysis from {name}.": "Habari na uchambuzi kutoka {name}.",
  "The week's stories, explained. No noise. Unsubscribe any time.":
    "Habari za wiki, kwa maelezo wazi. Bila porojo. Jiondoe wakati wowote.",

  "Cryptocurrency, blockchain and technology news": "Habari za sarafu za kidijitali, blockchain na teknolojia",
  "Cutting-edge insights on cryptocurrency, blockchain technology, and digital innovation.":
    "Maarifa ya kisasa kuhusu sarafu za kidijitali, teknolojia ya blockchain na ubunifu wa kidijitali.",

  "30 minutes": "dakika 30",
  "24 hours": "saa 24",
  "3 days": "siku 3",
  "The link works once, for {time}.": "Kiungo kinatumika mara moja tu, ndani ya {time}.",
  "You received this mail because you have an account at {name}.":
    "Umepokea barua pepe hii kwa sababu una akaunti kwenye {name}.",
  "Set a new password for {name}": "Weka nenosiri jipya la {name}",
  "A new password": "Nenosiri jipya",
  "You, or someone else, requested a link to set a new password for your account at {name}. It works once, for {time}.":
    "Wewe, au mtu mwingine, aliomba kiungo cha kuweka nenosiri jipya la akaunti yako kwenye {name}. Kinatumika mara moja tu, ndani ya {time}.",
  "Set a new password": "Weka nenosiri jipya",
  "If this was not you, ignore this mail: your password does not change, and only you have this link.":
    "Kama si wewe, puuza barua pepe hii: nenosiri lako halibadiliki, na ni wewe tu una kiungo hiki.",
  "Your password for {name} has been changed": "Nenosiri lako la {name} limebadilishwa",
  "All other devices have been logged out.": "Vifaa vingine vyote vimetolewa kwenye akaunti.",
  "Your password has been changed": "Nenosiri lako limebadilishwa",
  "The password of your account at {name} was changed, and all other devices have been logged out.":
    "Nenosiri la akaunti yako kwenye {name} limebadilishwa, na vifaa vingine vyote vimetolewa kwenye akaunti.",
  "If this was you, there is nothing to do. If not, set a new password immediately and tell the administrator.":
    "Kama ni wewe, huhitaji kufanya lolote. Kama si wewe, weka nenosiri jipya mara moja na umjulishe msimamizi.",
  "A new sign-in to {name}": "Kuingia kupya kwenye {name}",
  "A new sign-in": "Kuingia kupya",
  "Your account at {name} was used to sign in from a new device or network.":
    "Akaunti yako kwenye {name} imetumika kuingia kutoka kwenye kifaa kipya au mtandao mpya.",
  "If this was you, there is nothing to do. If not, someone knows your password: review your sessions and set a new password.":
    "Kama ni wewe, huhitaji kufanya lolote. Kama si wewe, kuna mtu anayejua nenosiri lako: kagua vipindi vyako na uweke nenosiri jipya.",
  "Review my sessions": "Kagua vipindi vyangu",
  "A session at {name} was signed out for your safety": "Kipindi kwenye {name} kimefungwa kwa usalama wako",
  "Two browsers used it.": "Vivinjari viwili vilikitumia.",
  "A session was signed out": "Kipindi kimefungwa",
  "Two browsers used the same session of your account at {name}. This happens when a browser's data is copied. Both were signed out. The second browser was:":
    "Vivinjari viwili vilitumia kipindi kimoja cha akaunti yako kwenye {name}. Hii hutokea data ya kivinjari inaponakiliwa. Vyote viwili vimetolewa kwenye akaunti. Kivinjari cha pili kilikuwa:",
  "If you restored a browser or a computer from a backup, just log in again. If not, set a new password, review your sessions and tell the administrator.":
    "Kama ulirejesha kivinjari au kompyuta kutoka kwenye nakala rudufu, ingia tena tu. Kama sivyo, weka nenosiri jipya, kagua vipindi vyako na umjulishe msimamizi.",
  "{subject} at {name}": "{subject} kwenye {name}",
  "An authenticator app was set up": "Programu ya uthibitishaji imewekwa",
  "Logging in now needs a code from the app.": "Sasa kuingia kunahitaji msimbo kutoka kwenye programu.",
  "The authenticator app was turned off": "Programu ya uthibitishaji imezimwa",
  "Logging in no longer needs its codes.": "Kuingia hakuhitaji tena misimbo yake.",
  "A passkey was added": "Ufunguo wa siri umeongezwa",
  "It can be used to log in.": "Unaweza kutumika kuingia.",
  "A passkey was removed": "Ufunguo wa siri umeondolewa",
  "It can no longer be used to log in.": "Hauwezi kutumika tena kuingia.",
  "New recovery codes were created": "Misimbo mipya ya urejeshaji imetengenezwa",
  "Old codes no longer work.": "Misimbo ya zamani haifanyi kazi tena.",
  "A recovery code was used": "Msimbo wa urejeshaji umetumika",
  "Your password and a recovery code were used to log in.": "Nenosiri lako na msimbo wa urejeshaji vimetumika kuingia.",
  "This concerns your account at {name}. {sentence}": "Hii inahusu akaunti yako kwenye {name}. {sentence}",
  "Review my account": "Kagua akaunti yangu",
  "Confirm your new address for {name}": "Thibitisha anwani yako mpya ya {name}",
  "Confirm your new address": "Thibitisha anwani yako mpya",
  "You, or someone else, asked to log in to {name} with {to} instead of this address. Both addresses must confirm this, each with the link in its own mail.":
    "Wewe, au mtu mwingine, aliomba kuingia kwenye {name} kwa {to} badala ya anwani hii. Anwani zote mbili lazima zithibitishe, kila moja kwa kiungo kilicho kwenye barua pepe yake.",
  "You, or someone else, asked to log in to {name} with this address. Both the old and the new address must confirm this, each with the link in its own mail.":
    "Wewe, au mtu mwingine, aliomba kuingia kwenye {name} kwa anwani hii. Anwani ya zamani na mpya lazima zithibitishe, kila moja kwa kiungo kilicho kwenye barua pepe yake.",
  "Confirm change": "Thibitisha mabadiliko",
  "If this was not you, do not open the link: nothing changes without it. However, someone knows your password, so set a new one.":
    "Kama si wewe, usifungue kiungo: hakuna kinachobadilika bila hicho. Lakini kuna mtu anayejua nenosiri lako, kwa hiyo weka jipya.",
  "If this was not you, ignore this mail: nothing changes without the link.":
    "Kama si wewe, puuza barua pepe hii: hakuna kinachobadilika bila kiungo.",
  "You already have an account at {name}": "Tayari una akaunti kwenye {name}",
  "Nothing was changed.": "Hakuna kilichobadilishwa.",
  "Your address was requested": "Anwani yako imeombwa",
  "Another account asked to log in to {name} with this address. Your account already uses it, so nothing was changed. If this was you, remove one of the two accounts first.":
    "Akaunti nyingine iliomba kuingia kwenye {name} kwa anwani hii. Akaunti yako tayari inaitumia, kwa hiyo hakuna kilichobadilishwa. Kama ni wewe, ondoa kwanza moja ya akaunti hizo mbili.",
  "Your address for {name} has been changed": "Anwani yako ya {name} imebadilishwa",
  "Both addresses have confirmed it.": "Anwani zote mbili zimethibitisha.",
  "Your address has been changed": "Anwani yako imebadilishwa",
  "From now on, log in to {name} with {to}. You stay logged in.":
    "Kuanzia sasa, ingia kwenye {name} kwa {to}. Utaendelea kuwa umeingia.",
  "If this was not you, tell the administrator immediately.": "Kama si wewe, mjulishe msimamizi mara moja.",
  When: "Wakati",
  Device: "Kifaa",
  Network: "Mtandao",
  "You are invited to write for {name}": "Umealikwa kuandikia {name}",
  "Join {name}": "Jiunge na {name}",
  "{by} has invited you to the newsroom of {name}, as {role}. Follow the link to choose your name and password. It works once, for {time}.":
    "{by} amekualika kwenye chumba cha habari cha {name}, kama {role}. Fuata kiungo uchague jina na nenosiri lako. Kinatumika mara moja tu, ndani ya {time}.",
  "The administrator": "Msimamizi",
  chief: "mhariri mkuu",
  editor: "mhariri",
  writer: "mwandishi",
  contributor: "mchangiaji",
  "Accept the invitation": "Kubali mwaliko",
  "If you did not expect this, ignore this mail: no account will be created.":
    "Kama hukutarajia hii, puuza barua pepe hii: hakuna akaunti itakayofunguliwa.",
  "{name} wrote:": "{name} aliandika:",
  "You received this mail because you wrote to {name}. Reply to it to reach the editors.":
    "Umepokea barua pepe hii kwa sababu uliandikia {name}. Ijibu ili kuwafikia wahariri.",
  "Contact: {subject}": "Mawasiliano: {subject}",
  "{name} wrote through the contact form.": "{name} aliandika kupitia fomu ya mawasiliano.",
  From: "Kutoka kwa",
  "This message was sent through the contact form of {name}. Replies go to its sender.":
    "Ujumbe huu ulitumwa kupitia fomu ya mawasiliano ya {name}. Majibu yanakwenda kwa aliyeutuma.",
  "Test mail from {name}": "Barua pepe ya majaribio kutoka {name}",
  "The mail server accepted this mail.": "Seva ya barua pepe imekubali barua hii.",
  "Mail works": "Barua pepe inafanya kazi",
  "This mail was sent from the settings of {name}. To see whether other servers trust its sender, open its source in your mail program, copy it, and paste it under Settings, Mail.":
    "Barua hii ilitumwa kutoka kwenye mipangilio ya {name}. Ili kuona kama seva nyingine zinamwamini mtumaji, fungua chanzo chake kwenye programu yako ya barua pepe, kinakili, na ukibandike kwenye Settings, Mail.",
  "You received this mail because the mail settings of {name} were tested with your address.":
    "Umepokea barua pepe hii kwa sababu mipangilio ya barua pepe ya {name} imejaribiwa kwa anwani yako.",
  Note: "Kumbuka",
  Tip: "Dokezo",
  Warning: "Onyo",
  "Key points": "Hoja kuu",
  File: "Faili",
  Footnotes: "Tanbihi",
  "Footnote {number}": "Tanbihi {number}",
  "Back to the text": "Rudi kwenye maandishi",

  "{actor} asked you to review {title}": "{actor} amekuomba ukague {title}",
  "{actor} marked {title} as ready": "{actor} amesema {title} iko tayari",
  "{actor} approved {title}": "{actor} ameidhinisha {title}",
  "{actor} changed {title}": "{actor} amefanya mabadiliko kwenye {title}",
  "{actor} returned {title} to draft": "{actor} amerudisha {title} kuwa rasimu",
  "{actor} published {title}": "{actor} amechapisha {title}",
  "{actor} mentioned you in a note on {title}": "{actor} amekutaja kwenye maoni kuhusu {title}",
  "{actor} wrote a note on {title}": "{actor} ameandika maoni kuhusu {title}",
  "{actor} saved changes for an editor in {title}": "{actor} amehifadhi mabadiliko kwa mhariri kwenye {title}",
  "{actor} withdrew the approval of {title}": "{actor} ameondoa idhini ya {title}",
  "{actor} took {title} back from publication": "{actor} ameondoa {title} kwenye uchapishaji",
  "{actor} scheduled {title}": "{actor} amepanga kuchapisha {title}",
  "{actor} published changes of {title}": "{actor} amechapisha mabadiliko ya {title}",
  "{actor} replied to a note on {title}": "{actor} amejibu maoni kuhusu {title}",
  "{actor} requested changes to {title}": "{actor} ameomba mabadiliko kwenye {title}",
  "{actor} suggested changes to {title}": "{actor} amependekeza mabadiliko kwenye {title}",
  "{actor} reviewed your suggestions for {title}": "{actor} amekagua mapendekezo yako kuhusu {title}",
  Someone: "Mtu fulani",
  "an untitled article": "makala isiyo na kichwa",
  "an untitled issue": "toleo lisilo na kichwa",
  "an untitled page": "ukurasa usio na kichwa",
  "Someone asks you to review a text": "Mtu fulani anakuomba ukague maandishi",
  "An article is ready, or a writer proposes changes": "Makala iko tayari, au mwandishi anapendekeza mabadiliko",
  "Your text is approved": "Maandishi yako yameidhinishwa",
  "Another user changes your text or suggests changes":
    "Mtu mwingine anabadilisha maandishi yako au anapendekeza mabadiliko",
  "Your text is unpublished, loses its approval or needs changes":
    "Maandishi yako yameondolewa, yamepoteza idhini au yanahitaji mabadiliko",
  "Your article is published or scheduled": "Makala yako imechapishwa au imepangwa",
  "You are mentioned in a note": "Umetajwa kwenye maoni",
  "A note is written, or your note or suggestions get a reply":
    "Maoni yameandikwa, au maoni au mapendekezo yako yamejibiwa",
  "Read the issue": "Soma toleo",
  "Read the page": "Soma ukurasa",
  "Open the article": "Fungua makala",
  "Open the issue": "Fungua toleo",
  "Open the page": "Fungua ukurasa",
  "Notification settings": "Mipangilio ya arifa",
  "Test: {subject}": "Jaribio: {subject}",
};
