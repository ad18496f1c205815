import type { Messages } from "../translate.ts";

/** Arabic texts that only the server shows (english-server.ts). */
export const SERVER_ARABIC: Messages = {
  Published: "نُشر",
  "On record since then": "مسجّل منذ ذلك الحين",
  Changed: "عُدّل",
  "Typo fix": "تصحيح إملائي",
  Correction: "تصويب",
  "Disclosure added": "أُضيف إفصاح",
  Removed: "أُزيل",
  "Published again": "نُشر مجددًا",
  Title: "العنوان",
  Summary: "الملخص",
  Picture: "الصورة",
  Changes: "التعديلات",
  "{count} typo fixes": {
    zero: "لا تصحيحات إملائية",
    one: "تصحيح إملائي واحد",
    two: "تصحيحان إملائيان",
    few: "{count} تصحيحات إملائية",
    many: "{count} تصحيحًا إملائيًا",
    other: "{count} تصحيح إملائي",
  },
  "See earlier changes": "عرض التعديلات السابقة",
  "See what changed": "عرض ما تغيّر",
  "Read this version": "قراءة هذه النسخة",
  "What changed, word by word": "ما تغيّر كلمة بكلمة",
  "This article has been removed": "أُزيل هذا المقال",
  "Mistakes we have corrected, newest first. Each article also lists its own changes.":
    "أخطاء صوّبناها، الأحدث أولًا. ويعرض كل مقال تعديلاته أيضًا.",
  "Nothing has been corrected yet.": "لم يُصوَّب شيء بعد.",
  "This is still the current text, from {time}.": "هذا هو النص الحالي، بتاريخ {time}.",
  "This is an older text, from {time}.": "هذا نص أقدم، بتاريخ {time}.",
  "Read the article": "قراءة المقال",
  "Read the current article": "قراءة المقال الحالي",
  "Changes: {title}": "التعديلات: {title}",
  "a removed article": "مقال مُزال",
  "What was changed since the article was published, and why.": "ما عُدّل منذ نشر المقال، ولماذا.",
  "The text of an article as it was published, before later changes.": "نص المقال كما نُشر، قبل التعديلات اللاحقة.",
  "{title} (older text)": "{title} (نص أقدم)",
  "{name} held {coins} when this was published.": "كان لدى {name} حيازة من {coins} عند نشر هذا المقال.",
  "{name} held {coins} when this was updated.": "كان لدى {name} حيازة من {coins} عند تحديث هذا المقال.",

  Author: "الكاتب",
  "All authors": "جميع الكُتّاب",
  "RSS feed": "خلاصة RSS",
  "Current disclosures": "الإفصاحات الحالية",
  "Holds {symbol} since {month}": "يملك {symbol} منذ {month}",
  "No author has published yet.": "لم ينشر أحد شيئًا بعد.",
  "Articles by {name} in {site}.": "مقالات {name} في {site}.",
  "More on {name}": "المزيد عن {name}",
  "Page {page}": "الصفحة {page}",
  Topic: "موضوع",
  Coin: "عملة",
  Person: "شخصية",
  Company: "شركة",
  "There are no older issues yet.": "لا توجد أعداد أقدم بعد.",
  "Newest issue": "أحدث عدد",
  "No issue has been sent yet.": "لم يُرسل أي عدد بعد.",
  Issues: "الأعداد",
  "Newest issues": "أحدث الأعداد",
  "Older issues": "أعداد أقدم",
  "{date}, to {title}: {text}": "{date}، على {title}: {text}",
  "All issues of the {name} newsletter.": "جميع أعداد نشرة {name} البريدية.",

  "That did not work": "لم ينجح ذلك",
  "Nothing has been sent yet. Please correct the marked fields below.":
    "لم يُرسل شيء بعد. يُرجى تصحيح الحقول المحددة أدناه.",
  "You have been removed from our mailing list. We are sorry to see you go.":
    "تمت إزالتك من قائمتنا البريدية. يؤسفنا رحيلك.",
  "Thank you for writing to us. We will reply by email.": "شكرًا لمراسلتك لنا. سنرد عليك بالبريد الإلكتروني.",
  "This link is incomplete. Please copy the entire link.": "هذا الرابط غير مكتمل. يُرجى نسخ الرابط كاملًا.",
  "This link is not valid. Please subscribe again.": "هذا الرابط غير صالح. يُرجى الاشتراك مجددًا.",
  "This link is not valid.": "هذا الرابط غير صالح.",
  "The token is missing.": "الرابط غير مكتمل.",
  "One more click": "نقرة واحدة أخرى",
  "Press the button to receive our newsletter at this address.": "اضغط الزر لتلقي نشرتنا على هذا العنوان.",
  "Confirm my subscription": "تأكيد اشتراكي",
  "Your address is confirmed. Thank you for subscribing to our newsletter.":
    "تم تأكيد عنوانك. شكرًا لاشتراكك في نشرتنا البريدية.",
  "One moment, please": "لحظة من فضلك",
  "We can't show this page right now. Please try again later.": "لا يمكننا عرض هذه الصفحة الآن. يُرجى المحاولة لاحقًا.",
  "This page was removed": "أُزيلت هذه الصفحة",
  "The page at this address was removed.": "أُزيلت الصفحة التي كانت في هذا العنوان.",
  "This page is not available": "هذه الصفحة غير متاحة",
  "The page at this address was withheld for legal reasons.": "حُجبت الصفحة التي في هذا العنوان لأسباب قانونية.",
  "Preview not found": "المعاينة غير موجودة",
  "Preview not found or expired.": "المعاينة غير موجودة أو انتهت صلاحيتها.",

  "You received this mail because this address was entered at {name}.":
    "وصلتك هذه الرسالة لأن هذا العنوان أُدخل في {name}.",
  "Welcome to {name}": "مرحبًا بك في {name}",
  "Your subscription is set up.": "تم إعداد اشتراكك.",
  "Welcome aboard": "أهلًا بك",
  "Thank you for subscribing to {name}. From now on, you will get the week in crypto and technology, explained: one letter, no noise.":
    "شكرًا لاشتراكك في {name}. من الآن فصاعدًا سيصلك أسبوع العملات المشفرة والتقنية بشرح واضح: رسالة واحدة ومن دون ضجيج.",
  "Read the latest stories": "اقرأ أحدث الأخبار",
  "Didn’t enter your address yourself? Click Unsubscribe below, and you will get no more mails from us.":
    "لم تُدخل عنوانك بنفسك؟ انقر على «إلغاء الاشتراك» أدناه ولن تصلك رسائل أخرى منا.",
  "Please confirm your subscription to {name}": "يُرجى تأكيد اشتراكك في {name}",
  "One click, and the newsletter is yours.": "نقرة واحدة وتصلك النشرة.",
  "You, or someone else, entered this address to get the newsletter of {name}. Please confirm that you want to receive it.":
    "أدخلتَ أنت أو شخص آخر هذا العنوان للحصول على نشرة {name}. يُرجى تأكيد رغبتك في تلقيها.",
  "If this was not you, ignore this mail: you get no newsletter unless you confirm.":
    "إن لم تكن أنت، فتجاهل هذه الرسالة: لن تصلك أي نشرة ما لم تؤكد.",
  "You have been unsubscribed from {name}": "تم إلغاء اشتراكك في {name}",
  "Sorry to see you go. You can subscribe again with one click.": "يؤسفنا رحيلك. يمكنك الاشتراك مجددًا بنقرة واحدة.",
  "Sorry to see you go": "يؤسفنا رحيلك",
  "Someone entered this address to unsubscribe from {name}. We have removed it from our mailing list.":
    "أدخل شخص ما هذا العنوان لإلغاء الاشتراك في {name}. وقد أزلناه من قائمتنا البريدية.",
  "If this was not you, or if you have changed your mind, you can subscribe again with one click.":
    "إن لم تكن أنت، أو إن غيّرت رأيك، يمكنك الاشتراك مجددًا بنقرة واحدة.",
  "Subscribe again": "الاشتراك مجددًا",
  "We will send no more mails to this address unless someone enters it again.":
    "لن نرسل أي رسائل أخرى إلى هذا العنوان ما لم يُدخله أحد مجددًا.",
  "You received this mail because you subscribed to {name}.": "وصلتك هذه الرسالة لأنك مشترك في {name}.",
  "View in browser": "عرض في المتصفح",
  "Correction, {date}, to “{title}”: {reason}": "تصويب، {date}، على «{title}»: {reason}",
  "{name} articles of {site}.": "مقالات {name} من {site}.",
  "Sponsored: {title}": "محتوى مموّل: {title}",

  "The week at {name}: {lead}": "الأسبوع في {name}: {lead}",
  "The week at {name}": "الأسبوع في {name}",
  "Our editors' choice and the most-read articles of the last seven days.":
    "اختيارات محررينا والمقالات الأكثر قراءة في الأيام السبعة الماضية.",

  News: "أخبار",
  "News and analysis from {name}.": "أخبار وتحليلات من {name}.",
  "The week's stories, explained. No noise. Unsubscribe any time.":
    "أخبار الأسبوع بشرح واضح ومن دون ضجيج. يمكنك إلغاء الاشتراك في أي وقت.",

  "Cryptocurrency, blockchain and technology news": "أخبار العملات المشفرة والبلوك تشين والتقنية",
  "Cutting-edge insights on cryptocurrency, blockchain technology, and digital innovation.":
    "رؤى متقدمة حول العملات المشفرة وتقنية البلوك تشين والابتكار الرقمي.",
};
