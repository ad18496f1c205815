import { useMemo, useState } from "react";
import { Link } from "react-router";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { saveFile } from "#ui/admin/copy-link.ts";
import { StandingForm } from "#ui/admin/edit-form/standing-form.tsx";
import { AllSettings, FailedNote, ScreenHead } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { BESIDE_PREVIEW, LoadingSettings, SitePreview } from "../../admin/site-preview.tsx";
import type { ListedLanguage } from "../endpoints.ts";
import { type Message, wordsFile } from "../rules.ts";
import { AddLanguage, ImportWords, RemoveWords } from "./language-dialogs.tsx";
import { WordRows } from "./word-rows.tsx";
import { changedIn, listedLanguages, messagesIn, valuesOf, wordsForm, wordsIn } from "./words-kind.ts";

const TITLE = "Words of the site";

/** Every text of the readers' interface and of mails, in each language of the site, next to pages that show them. */
export function WordsScreen() {
  const { data: languages, isError, refetch } = useApi(listedLanguages());
  const [chosen, setChosen] = useState<string>();
  const language = languages?.find((one) => one.language === chosen) ?? languages?.find((one) => one.is_used);
  if (languages && language)
    return <LanguageWords key={language.language} {...{ languages, language }} onChoose={setChosen} />;
  return (
    <>
      <ScreenHead title={TITLE}>
        <AllSettings />
      </ScreenHead>
      {isError ? (
        <FailedNote onRetry={refetch}>Could not load the languages.</FailedNote>
      ) : (
        <LoadingSettings what="the languages" />
      )}
    </>
  );
}

type LanguageProps = {
  languages: readonly ListedLanguage[];
  language: ListedLanguage;
  onChoose: (language: string) => void;
};

function LanguageWords({ languages, language, onChoose }: LanguageProps) {
  const { data, isError, refetch } = useApi(messagesIn(language.language));
  if (data) return <WordsOf {...{ languages, language, onChoose }} messages={data.messages} />;
  return (
    <>
      <ScreenHead title={TITLE}>
        <AllSettings />
      </ScreenHead>
      {isError ? (
        <FailedNote onRetry={refetch}>Could not load the words.</FailedNote>
      ) : (
        <LoadingSettings what="the words" />
      )}
    </>
  );
}

type WordsProps = LanguageProps & { messages: Message[] };
type Dialog = "import" | "add" | "remove" | null;

function WordsOf({ languages, language, messages, onChoose }: WordsProps) {
  const { language: code } = language;
  const form = useMemo(() => wordsForm(code, messages), [code, messages]);
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  return (
    <>
      <StandingForm
        {...form}
        title={TITLE}
        isScreen
        actions={
          <>
            <AdminButton onClick={() => setDialog("import")}>Import a file</AdminButton>
            <AdminButton onClick={() => setDialog("add")}>Add a language</AdminButton>
            <AllSettings />
          </>
        }
        className={`${BESIDE_PREVIEW} [--fields:28rem]`}
        save={{ idle: "Save words", busy: "Saving..." }}
        failed="Could not load the words."
        loading={<LoadingSettings what="the words" />}
      >
        {({ values, errors, change }, row) => {
          const before = valuesOf(messages, row);
          const changed = changedIn(messages, code, values, before);
          const own = Object.keys(row.words).length;
          const missing = messages.filter(
            ({ key, is_translated }) => !is_translated && row.words[key] === undefined,
          ).length;
          return (
            <>
              <div>
                <Select
                  label="Language"
                  value={code}
                  options={languages.map((one) => ({
                    value: one.language,
                    label: one.name,
                    hint: one.is_used ? "the site's language" : one.language,
                  }))}
                  onChange={onChoose}
                />
                <Counts language={language} changed={own} missing={missing} />
                <div className="mt-3 mb-6 flex flex-wrap gap-2">
                  <AdminButton onClick={() => exportWords(code, messages, row.words)}>Export as a file</AdminButton>
                  {(!language.is_built_in || own > 0) && (
                    <AdminButton variant="quiet" onClick={() => setDialog("remove")}>
                      {language.is_built_in ? "Reset all words" : "Remove this language"}
                    </AdminButton>
                  )}
                </div>
                <WordRows {...{ language: code, messages, values, errors, change }} />
              </div>
              <SitePreview changed={{ words: { language: code, words: wordsIn(changed, code, values) } }}>
                The preview is in the language of the list. Words of mails are not in it.
              </SitePreview>
            </>
          );
        }}
      </StandingForm>
      {dialog === "import" && <ImportWords onClose={close} onImported={onChoose} />}
      {dialog === "add" && <AddLanguage languages={languages} onClose={close} onAdded={onChoose} />}
      {dialog === "remove" && <RemoveWords language={language} onClose={close} />}
    </>
  );
}

function exportWords(language: string, messages: readonly Message[], own: Parameters<typeof wordsFile>[2]): void {
  const json = JSON.stringify(wordsFile(language, messages, own), null, 2);
  saveFile(new Blob([json], { type: "application/json" }), `words-${language}.json`);
}

const counted = (count: number): string => (count === 1 ? "1 text" : `${count.toLocaleString("en")} texts`);

type CountProps = { language: ListedLanguage; changed: number; missing: number };

function Counts({ language: { is_built_in: isBuiltIn, is_used: isUsed }, changed, missing }: CountProps) {
  const own = changed === 0 ? "No text is changed" : `${counted(changed)} ${isBuiltIn ? "changed" : "translated"}`;
  return (
    <p role="status" className="meta mt-2 text-pretty">
      {`${own}. `}
      {missing > 0 && `${counted(missing)} missing: readers see them in English. `}
      {!isUsed && (
        <>
          The site is in another language; choose it under{" "}
          <Link to={adminUrl.publication()} className="underline underline-offset-4 hover:text-accent">
            Publication
          </Link>
          .
        </>
      )}
    </p>
  );
}
