import type { FactField } from '#app/domain/publishing/fact-fields.server.ts';
import type { PieceReply } from '#app/routes/admin/content/piece-action.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';

interface Props {
  field: FactField;
  proposed: PieceReply['proposed'];
}

/** What a piece is found by, beside its text: a question a line, and the button that proposes some. */
export function PieceQuestions({ field: { name, label, hint, value }, proposed }: Props) {
  const id = `piece-${name}`;
  const count = value.split('\n').filter((line) => line.trim() !== '').length;
  return (
    <details open={proposed !== null} className="rounded-card border border-line bg-surface px-4 sm:px-5">
      <summary className="link inline-flex min-h-12 items-center text-sm">
        {label}
        {count > 0 ? `: ${count}` : ' (optional)'}
      </summary>
      <div className="grid gap-4 pb-4 sm:pb-5">
        <TextArea
          id={id}
          name={name}
          label={label}
          hint={hint}
          defaultValue={value}
          rows={Math.min(16, Math.max(4, value.split('\n').length + 1))}
          spellCheck
        />
        {proposed ? (
          <Notice tone="info" live>
            {proposed.count === 0 ? (
              'Nothing to add: the piece has enough questions, or no headings to make them from.'
            ) : (
              <>
                {proposed.count === 1 ? 'One question was' : `${proposed.count} questions were`} added{' '}
                {proposed.writer === 'model' ? 'by the model' : 'from its headings'}. Put them in a beginner’s
                words, then publish or save the piece. Nothing is saved yet.{' '}
                <a href={`#${id}`} className="link">
                  See the questions
                </a>
              </>
            )}
          </Notice>
        ) : null}
        <div>
          <SubmitButton intent="propose" variant="secondary" pendingLabel="Proposing...">
            Propose questions
          </SubmitButton>
        </div>
      </div>
    </details>
  );
}
