type PrivacyTexts = {
  intro: string;
  unsubscribe: string;
  sections: {
    title: string;
    paragraphs: string[];
    /** After the first paragraph. */
    list?: string[];
    /** Only if this part of the site is there. */
    only?: "ticker" | "email";
  }[];
  /** Added to the privacy page of any publication while clicks on the links of newsletters are counted. */
  clicks: { title: string; paragraphs: string[] };
};

/**
 * What the program does with personal data, in each language of the site. It names no promise of the newsroom. A change
 * of one language needs the same change of the others.
 */
/** A language without them has the English policy. */
export const PRIVACY_TEXTS: { en: PrivacyTexts } & Partial<Record<string, PrivacyTexts>> = {
  en: {
    intro: "This site sets no cookies for readers, loads no trackers, and stores only the data you give it.",
    unsubscribe: "unsubscribe here",
    sections: [
      {
        title: "Information that is stored",
        paragraphs: ["Reading needs no account. The site stores only:"],
        list: [
          "the email address you enter, if you subscribe to the newsletter;",
          "your name, email address and message, if you write through the contact form;",
          "counts of how often an article was opened, which are not tied to a person;",
          "error logs, without IP addresses.",
        ],
      },
      {
        title: "How it is used",
        paragraphs: [
          "The address is used to send the newsletter, your message to answer it, counts to show which articles are read most, and logs to keep the site working. No profiles of readers are built.",
        ],
      },
      {
        title: "Sharing",
        paragraphs: [
          "Services that work for the site, such as the mail server that delivers the newsletter, receive what they need for it.",
        ],
      },
      {
        title: "Prices",
        paragraphs: ["The server fetches the prices in the ticker, so your address does not reach the exchange."],
        only: "ticker",
      },
      {
        title: "Cookies and your browser's storage",
        paragraphs: [
          "There are no cookies for readers. Your browser remembers a light or dark theme, the articles you save or leave half read, and the last ten articles you opened, so that you can read them without a connection. None of this is sent to the site, and clearing the site's data removes it.",
        ],
      },
      {
        title: "Your choices",
        paragraphs: ["Every newsletter has a link to leave it, and you can also {unsubscribe}."],
      },
      {
        title: "Other sites",
        paragraphs: ["Articles and advertisements link to other sites, where other policies apply."],
      },
      {
        title: "Contact",
        paragraphs: ["To ask about your data, or to have it corrected, sent to you or deleted, write to {email}."],
        only: "email",
      },
    ],
    clicks: {
      title: "Links in the newsletter",
      paragraphs: [
        "Links in the newsletter lead through an address of this site, which counts how often each link is opened and forwards to its target. The address is the same for everyone: it names neither you nor your mail, and no one can see which links you opened.",
        "So that one reader counts only once, a code made of your network address and browser is kept for an hour. Whether you open a mail is not measured. Links to leave the newsletter are not counted in this way.",
      ],
    },
  },
  sw: {
    intro:
      "Tovuti hii haiweki vidakuzi kwa wasomaji, haipakii vifuatiliaji, na huhifadhi tu taarifa unazotoa mwenyewe.",
    unsubscribe: "kujiondoa hapa",
    sections: [
      {
        title: "Taarifa zinazohifadhiwa",
        paragraphs: ["Kusoma hakuhitaji akaunti. Tovuti huhifadhi tu:"],
        list: [
          "anwani ya barua pepe unayoandika, ukijiandikisha kupokea jarida la barua pepe;",
          "jina lako, anwani yako ya barua pepe na ujumbe wako, ukiandika kupitia fomu ya mawasiliano;",
          "idadi ya mara ambazo makala imefunguliwa, bila kuhusishwa na mtu;",
          "kumbukumbu za hitilafu, bila anwani za IP.",
        ],
      },
      {
        title: "Jinsi zinavyotumika",
        paragraphs: [
          "Anwani hutumika kutuma jarida la barua pepe, ujumbe wako hutumika kukujibu, idadi huonyesha makala zinazosomwa zaidi, na kumbukumbu hutumika kuweka tovuti ikifanya kazi. Hakuna wasifu wa wasomaji unaotengenezwa.",
        ],
      },
      {
        title: "Kushirikisha taarifa",
        paragraphs: [
          "Huduma zinazofanyia tovuti kazi, kama vile seva ya barua pepe inayopeleka jarida, hupokea tu kile zinachohitaji kwa kazi hiyo.",
        ],
      },
      {
        title: "Bei",
        paragraphs: ["Seva ndiyo inayopata bei za kwenye mkanda, kwa hiyo anwani yako haifiki kwenye soko la bei."],
        only: "ticker",
      },
      {
        title: "Vidakuzi na hifadhi ya kivinjari chako",
        paragraphs: [
          "Hakuna vidakuzi kwa wasomaji. Kivinjari chako hukumbuka mandhari angavu au meusi, makala unazohifadhi au kuacha katikati, na makala kumi za mwisho ulizofungua, ili uweze kuzisoma bila mtandao. Hakuna kati ya hayo kinachotumwa kwenye tovuti, na kufuta data ya tovuti hii huyaondoa.",
        ],
      },
      {
        title: "Chaguo zako",
        paragraphs: ["Kila toleo la jarida la barua pepe lina kiungo cha kujiondoa, na unaweza pia {unsubscribe}."],
      },
      {
        title: "Tovuti nyingine",
        paragraphs: ["Makala na matangazo yana viungo vya tovuti nyingine, ambazo zina sera zao."],
      },
      {
        title: "Mawasiliano",
        paragraphs: ["Ili kuuliza kuhusu taarifa zako, au zirekebishwe, utumiwe au zifutwe, andika kwa {email}."],
        only: "email",
      },
    ],
    clicks: {
      title: "Viungo katika jarida la barua pepe",
      paragraphs: [
        "Viungo katika jarida la barua pepe hupitia anwani ya tovuti hii, ambayo huhesabu ni mara ngapi kila kiungo kimefunguliwa na kisha hukupeleka kwenye ukurasa wake. Anwani ni ileile kwa kila mtu: haikutaji wewe wala barua pepe yako, na hakuna anayeweza kuona ni viungo gani ulivyofungua.",
        "Ili msomaji mmoja ahesabiwe mara moja tu, msimbo unaotokana na anwani yako ya mtandao na kivinjari chako huhifadhiwa kwa saa moja. Kufunguliwa kwa barua pepe hakupimwi. Viungo vya kujiondoa kwenye jarida havihesabiwi hivi.",
      ],
    },
  },
  ar: {
    intro: "لا يضع هذا الموقع ملفات تعريف ارتباط للقراء، ولا يحمّل أدوات تتبع، ولا يخزّن إلا البيانات التي تقدّمها بنفسك.",
    unsubscribe: "إلغاء الاشتراك هنا",
    sections: [
      {
        title: "المعلومات المخزّنة",
        paragraphs: ["لا تتطلب القراءة حسابًا. ولا يخزّن الموقع إلا ما يلي:"],
        list: [
          "عنوان البريد الإلكتروني الذي تكتبه إذا اشتركت في النشرة البريدية؛",
          "اسمك وعنوان بريدك الإلكتروني ورسالتك إذا كتبت عبر نموذج الاتصال؛",
          "عدد مرات فتح كل مقال، من غير ربطه بشخص؛",
          "سجلات الأعطال، من غير عناوين بروتوكول الإنترنت.",
        ],
      },
      {
        title: "كيف تُستخدم",
        paragraphs: [
          "يُستخدم العنوان لإرسال النشرة البريدية، وتُستخدم رسالتك للرد عليها، والأعداد لإظهار المقالات الأكثر قراءة، والسجلات لإبقاء الموقع يعمل. ولا تُنشأ ملفات شخصية للقراء.",
        ],
      },
      {
        title: "مشاركة المعلومات",
        paragraphs: [
          "تتلقى الخدمات التي تعمل لحساب الموقع، مثل خادم البريد الذي يوصل النشرة، ما تحتاج إليه لهذا العمل فقط.",
        ],
      },
      {
        title: "الأسعار",
        paragraphs: ["يجلب الخادم الأسعار المعروضة في الشريط، فلا يصل عنوانك إلى مصدرها."],
        only: "ticker",
      },
      {
        title: "ملفات تعريف الارتباط وتخزين متصفحك",
        paragraphs: [
          "لا توجد ملفات تعريف ارتباط للقراء. ويتذكر متصفحك المظهر الفاتح أو الداكن، والمقالات التي تحفظها أو تتركها قبل إتمامها، وآخر عشرة مقالات فتحتها لتتمكن من قراءتها من غير اتصال. لا يُرسل شيء من ذلك إلى الموقع، ومسح بيانات هذا الموقع يزيله.",
        ],
      },
      {
        title: "خياراتك",
        paragraphs: ["في كل عدد من النشرة رابط لتركها، ويمكنك أيضًا {unsubscribe}."],
      },
      {
        title: "مواقع أخرى",
        paragraphs: ["في المقالات والإعلانات روابط إلى مواقع أخرى تسري فيها سياسات أخرى."],
      },
      {
        title: "الاتصال",
        paragraphs: ["للسؤال عن بياناتك أو لتصحيحها أو إرسالها إليك أو حذفها، اكتب إلى {email}."],
        only: "email",
      },
    ],
    clicks: {
      title: "الروابط في النشرة البريدية",
      paragraphs: [
        "تمر الروابط في النشرة البريدية عبر عنوان في هذا الموقع يعدّ مرات فتح كل رابط ثم يوجّهك إلى وجهته. والعنوان واحد للجميع: فهو لا يدل عليك ولا على رسالتك، ولا يستطيع أحد أن يعرف أي الروابط فتحت.",
        "ولكي يُحسب القارئ الواحد مرة واحدة فقط، يُحفظ لمدة ساعة رمز مشتق من عنوان شبكتك ومتصفحك. ولا يُقاس فتح الرسائل. أما روابط إلغاء الاشتراك فلا تُعدّ بهذه الطريقة.",
      ],
    },
  },
};
