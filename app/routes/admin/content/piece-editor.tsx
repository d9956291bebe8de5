import type { FactField } from '#app/domain/publishing/fact-fields.server.ts';
import { FactControls } from '#app/routes/admin/content/fact-controls.tsx';
import type { PieceReply } from '#app/routes/admin/content/piece-action.server.ts';
import { contentPath } from '#app/routes/admin/content/piece-address.ts';
import { PieceQuestions } from '#app/routes/admin/content/piece-questions.tsx';
import { AdviceList, ProblemList } from '#app/routes/admin/content/problem-list.tsx';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Button, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Prose } from '#app/ui/prose.tsx';

interface Props {
  action: string;
  fields: { facts: FactField[]; body: string };
  /** The number of the last version there is now. */
  seen: number;
  hasWaiting: boolean;
  /** Where its page with what is typed is shown; null where it has none. */
  previewAddress: string | null;
  mayPublish: boolean;
  /** Of a piece that readers have seen, what has changed is noted. */
  isOnSite: boolean;
  reply: PieceReply | undefined;
}

/** The form of a piece: its facts and text, and what becomes of them; below, how it looks and what the check says. */
export function PieceEditor({
  action,
  fields,
  seen,
  hasWaiting,
  previewAddress,
  mayPublish,
  isOnSite,
  reply,
}: Props) {
  const form = formFields<{ note: string; publishAt: string; seen: string; text: string }>('piece', reply);
  const { body } = fields;
  const facts = fields.facts.filter(({ key }) => key !== 'questions');
  const questions = fields.facts.find(({ key }) => key === 'questions');
  const isWhole = facts.length === 0;
  return (
    <div className="grid grid-cols-1 gap-6">
      <FormErrors id={form.errorId} errors={form.errors ?? form.field('text').errors} />
      {reply?.problems ? <ProblemList problems={reply.problems} /> : null}
      {reply?.advice ? <AdviceList advice={reply.advice} /> : null}
      <form method="post" noValidate action={action} id={form.id} className="grid grid-cols-1 gap-5">
        {/* What Enter in a field presses: the first button of a form. */}
        <button type="submit" name="intent" value="preview" hidden>
          Preview and check
        </button>
        {/* After a conflict that of now: whoever has been told may save over it. */}
        <input
          type="hidden"
          name="seen"
          value={reply && !reply.isConflict ? (form.field('seen').defaultValue ?? seen) : seen}
        />
        {isWhole ? null : (
          <Card className="grid gap-4 p-4! sm:p-5!">
            <h2 className="text-lg">Details</h2>
            <FactControls facts={facts} />
          </Card>
        )}
        <TextArea
          id="piece-body"
          name="body"
          label={isWhole ? 'File' : 'Text'}
          hint={
            isWhole
              ? 'Keys and their texts (YAML). Keep the keys; put a text that begins with a sign in double quotes.'
              : 'Markdown: ## for headings, - [ ] for a box to tick, [words](/page) for links to pages of this site.'
          }
          defaultValue={body}
          rows={26}
          required
          spellCheck
          className="font-mono text-sm! leading-relaxed"
        />
        {isWhole ? null : (
          <p className="text-sm text-muted">
            <a href={`${contentPath}/images`} target="_blank" rel="noopener" className="link">
              Pictures (opens a new tab)
            </a>{' '}
            gives the line that shows one: ![what it shows](its address "a caption").
          </p>
        )}
        {questions ? <PieceQuestions field={questions} proposed={reply?.proposed ?? null} /> : null}
        <div className="grid gap-4 empty:hidden sm:grid-cols-2">
          {isOnSite ? (
            <TextField
              {...form.field('note')}
              label="What has changed"
              hint="For the history. Readers don't see it."
              maxLength={200}
              autoComplete="off"
            />
          ) : null}
          {mayPublish ? (
            <TextField
              {...form.field('publishAt')}
              label="Publish later, at (UTC)"
              hint="Then press Schedule."
              type="datetime-local"
              autoComplete="off"
            />
          ) : null}
        </div>
        <div className="flex flex-wrap gap-3">
          {mayPublish ? (
            <SubmitButton intent="publish" pendingLabel="Publishing...">
              Publish
            </SubmitButton>
          ) : null}
          <SubmitButton intent="save" variant={mayPublish ? 'secondary' : 'primary'} pendingLabel="Saving...">
            Save draft
          </SubmitButton>
          <SubmitButton intent="preview" variant="secondary" pendingLabel="Checking...">
            Preview and check
          </SubmitButton>
          {previewAddress ? (
            <Button type="submit" variant="secondary" formAction={previewAddress} formTarget="_blank">
              See it on its page<span className="sr-only"> (opens a new tab)</span>
            </Button>
          ) : null}
          {mayPublish ? (
            <SubmitButton intent="schedule" variant="secondary" pendingLabel="Scheduling...">
              Schedule
            </SubmitButton>
          ) : null}
          {hasWaiting ? (
            <SubmitButton
              intent="discard"
              variant="danger"
              className="sm:ml-auto"
              pendingLabel="Discarding..."
            >
              Discard draft
            </SubmitButton>
          ) : null}
        </div>
      </form>
      {reply?.preview ? (
        <section aria-labelledby="piece-preview" className="grid grid-cols-1 gap-3">
          <h2 id="piece-preview" className="text-xl">
            Preview
          </h2>
          <Card>
            <Prose html={reply.preview} />
          </Card>
        </section>
      ) : null}
    </div>
  );
}
