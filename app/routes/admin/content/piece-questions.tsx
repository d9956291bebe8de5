import type { FactField } from '#app/domain/publishing/fact-fields.server.ts';
import type { PieceReply } from '#app/routes/admin/content/piece-action.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';

interface Props {
  field: FactField;
  proposed: PieceReply['proposed'];
}

/** What a piece is found by, beside its text: a question a line, and the button that proposes some. */
export function PieceQuestions({ field: { name, label, hint, value }, proposed }: Props) {
  const id = `piece-${name}`;
  return (
    <Card className="grid gap-4 p-4! sm:p-5!">
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
    </Card>
  );
}
