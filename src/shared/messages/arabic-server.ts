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

  "30 minutes": "30 دقيقة",
  "24 hours": "24 ساعة",
  "3 days": "3 أيام",
  "The link works once, for {time}.": "يعمل الرابط مرة واحدة، لمدة {time}.",
  "You received this mail because you have an account at {name}.": "وصلتك هذه الرسالة لأن لديك حسابًا في {name}.",
  "Set a new password for {name}": "عيّن كلمة مرور جديدة لحسابك في {name}",
  "A new password": "كلمة مرور جديدة",
  "You, or someone else, requested a link to set a new password for your account at {name}. It works once, for {time}.":
    "طلبتَ أنت أو شخص آخر رابطًا لتعيين كلمة مرور جديدة لحسابك في {name}. يعمل الرابط مرة واحدة، لمدة {time}.",
  "Set a new password": "تعيين كلمة مرور جديدة",
  "If this was not you, ignore this mail: your password does not change, and only you have this link.":
    "إن لم تكن أنت، فتجاهل هذه الرسالة: لن تتغير كلمة مرورك، ولا أحد غيرك لديه هذا الرابط.",
  "Your password for {name} has been changed": "تغيّرت كلمة مرورك في {name}",
  "All other devices have been logged out.": "سُجّل خروج جميع الأجهزة الأخرى.",
  "Your password has been changed": "تغيّرت كلمة مرورك",
  "The password of your account at {name} was changed, and all other devices have been logged out.":
    "تغيّرت كلمة مرور حسابك في {name}، وسُجّل خروج جميع الأجهزة الأخرى.",
  "If this was you, there is nothing to do. If not, set a new password immediately and tell the administrator.":
    "إن كنت أنت، فلا يلزمك فعل شيء. وإلا فعيّن كلمة مرور جديدة فورًا وأبلغ المسؤول.",
  "A new sign-in to {name}": "تسجيل دخول جديد إلى {name}",
  "A new sign-in": "تسجيل دخول جديد",
  "Your account at {name} was used to sign in from a new device or network.":
    "استُخدم حسابك في {name} لتسجيل الدخول من جهاز جديد أو شبكة جديدة.",
  "If this was you, there is nothing to do. If not, someone knows your password: review your sessions and set a new password.":
    "إن كنت أنت، فلا يلزمك فعل شيء. وإلا فإن أحدًا يعرف كلمة مرورك: راجع جلساتك وعيّن كلمة مرور جديدة.",
  "Review my sessions": "مراجعة جلساتي",
  "A session at {name} was signed out for your safety": "أُنهيت جلسة في {name} حفاظًا على أمانك",
  "Two browsers used it.": "استخدمها متصفحان.",
  "A session was signed out": "أُنهيت جلسة",
  "Two browsers used the same session of your account at {name}. This happens when a browser's data is copied. Both were signed out. The second browser was:":
    "استخدم متصفحان الجلسة نفسها من حسابك في {name}. يحدث هذا عند نسخ بيانات المتصفح. وقد سُجّل خروج كليهما. المتصفح الثاني هو:",
  "If you restored a browser or a computer from a backup, just log in again. If not, set a new password, review your sessions and tell the administrator.":
    "إن كنت قد استعدت متصفحًا أو حاسوبًا من نسخة احتياطية، فسجّل الدخول من جديد فحسب. وإلا فعيّن كلمة مرور جديدة وراجع جلساتك وأبلغ المسؤول.",
  "{subject} at {name}": "{subject} في {name}",
  "An authenticator app was set up": "أُعدّ تطبيق مصادقة",
  "Logging in now needs a code from the app.": "يتطلب تسجيل الدخول الآن رمزًا من التطبيق.",
  "The authenticator app was turned off": "أُوقف تطبيق المصادقة",
  "Logging in no longer needs its codes.": "لم يعد تسجيل الدخول يتطلب رموزه.",
  "A passkey was added": "أُضيف مفتاح مرور",
  "It can be used to log in.": "يمكن استخدامه لتسجيل الدخول.",
  "A passkey was removed": "أُزيل مفتاح مرور",
  "It can no longer be used to log in.": "لم يعد بالإمكان استخدامه لتسجيل الدخول.",
  "New recovery codes were created": "أُنشئت رموز استرداد جديدة",
  "Old codes no longer work.": "لم تعد الرموز القديمة صالحة.",
  "A recovery code was used": "استُخدم رمز استرداد",
  "Your password and a recovery code were used to log in.": "استُخدمت كلمة مرورك ورمز استرداد لتسجيل الدخول.",
  "This concerns your account at {name}. {sentence}": "يتعلق هذا بحسابك في {name}. {sentence}",
  "Review my account": "مراجعة حسابي",
  "Confirm your new address for {name}": "أكّد عنوانك الجديد في {name}",
  "Confirm your new address": "أكّد عنوانك الجديد",
  "You, or someone else, asked to log in to {name} with {to} instead of this address. Both addresses must confirm this, each with the link in its own mail.":
    "طلبتَ أنت أو شخص آخر تسجيل الدخول إلى {name} بالعنوان {to} بدلًا من هذا العنوان. يجب أن يؤكد العنوانان ذلك، كلٌّ بالرابط الوارد في رسالته.",
  "You, or someone else, asked to log in to {name} with this address. Both the old and the new address must confirm this, each with the link in its own mail.":
    "طلبتَ أنت أو شخص آخر تسجيل الدخول إلى {name} بهذا العنوان. يجب أن يؤكد العنوانان القديم والجديد ذلك، كلٌّ بالرابط الوارد في رسالته.",
  "Confirm change": "تأكيد التغيير",
  "If this was not you, do not open the link: nothing changes without it. However, someone knows your password, so set a new one.":
    "إن لم تكن أنت، فلا تفتح الرابط: لن يتغير شيء من دونه. لكن أحدًا يعرف كلمة مرورك، فعيّن كلمة جديدة.",
  "If this was not you, ignore this mail: nothing changes without the link.":
    "إن لم تكن أنت، فتجاهل هذه الرسالة: لن يتغير شيء من دون الرابط.",
  "You already have an account at {name}": "لديك حساب بالفعل في {name}",
  "Nothing was changed.": "لم يتغير شيء.",
  "Your address was requested": "طُلب استخدام عنوانك",
  "Another account asked to log in to {name} with this address. Your account already uses it, so nothing was changed. If this was you, remove one of the two accounts first.":
    "طلب حساب آخر تسجيل الدخول إلى {name} بهذا العنوان. حسابك يستخدمه بالفعل، لذلك لم يتغير شيء. إن كنت أنت، فأزل أحد الحسابين أولًا.",
  "Your address for {name} has been changed": "تغيّر عنوانك في {name}",
  "Both addresses have confirmed it.": "أكّد العنوانان ذلك.",
  "Your address has been changed": "تغيّر عنوانك",
  "From now on, log in to {name} with {to}. You stay logged in.":
    "من الآن فصاعدًا، سجّل الدخول إلى {name} بالعنوان {to}. ستبقى جلستك مفتوحة.",
  "If this was not you, tell the administrator immediately.": "إن لم تكن أنت، فأبلغ المسؤول فورًا.",
  When: "الوقت",
  Device: "الجهاز",
  Network: "الشبكة",
  "You are invited to write for {name}": "أنت مدعو للكتابة في {name}",
  "Join {name}": "انضم إلى {name}",
  "{by} has invited you to the newsroom of {name}, as {role}. Follow the link to choose your name and password. It works once, for {time}.":
    "دعاك {by} إلى غرفة أخبار {name} بصفة {role}. اتبع الرابط لاختيار اسمك وكلمة مرورك. يعمل الرابط مرة واحدة، لمدة {time}.",
  "The administrator": "المسؤول",
  chief: "رئيس التحرير",
  editor: "محرر",
  writer: "كاتب",
  contributor: "مساهم",
  "Accept the invitation": "قبول الدعوة",
  "If you did not expect this, ignore this mail: no account will be created.":
    "إن لم تكن تتوقع ذلك، فتجاهل هذه الرسالة: لن يُنشأ أي حساب.",
  "{name} wrote:": "كتب {name}:",
  "You received this mail because you wrote to {name}. Reply to it to reach the editors.":
    "وصلتك هذه الرسالة لأنك كتبت إلى {name}. ردّ عليها للتواصل مع المحررين.",
  "Contact: {subject}": "تواصل: {subject}",
  "{name} wrote through the contact form.": "كتب {name} عبر نموذج التواصل.",
  From: "من",
  "This message was sent through the contact form of {name}. Replies go to its sender.":
    "أُرسلت هذه الرسالة عبر نموذج التواصل في {name}. تصل الردود إلى مرسلها.",
  "Test mail from {name}": "رسالة تجريبية من {name}",
  "The mail server accepted this mail.": "قبل خادم البريد هذه الرسالة.",
  "Mail works": "البريد يعمل",
  "This mail was sent from the settings of {name}. To see whether other servers trust its sender, open its source in your mail program, copy it, and paste it under Settings, Mail.":
    "أُرسلت هذه الرسالة من إعدادات {name}. لمعرفة ما إذا كانت الخوادم الأخرى تثق بمرسلها، افتح مصدرها في برنامج البريد وانسخه، ثم الصقه في Settings، Mail.",
  "You received this mail because the mail settings of {name} were tested with your address.":
    "وصلتك هذه الرسالة لأن إعدادات بريد {name} اختُبرت بعنوانك.",
  Note: "ملاحظة",
  Tip: "نصيحة",
  Warning: "تحذير",
  File: "ملف",
};
