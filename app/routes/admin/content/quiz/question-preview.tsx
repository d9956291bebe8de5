import type { QuestionPreview } from '#app/domain/publishing/authoring/question-preview.server.ts';
import { AskedQuestionFields } from '#app/routes/frame/asked-question.tsx';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** A question as a learner sees it before and after they have passed. */
export function ShownPreview({ preview: { asked, right, why, problem } }: { preview: QuestionPreview }) {
  const List = asked.kind === 'order' ? 'ol' : 'ul';
  return (
    <section aria-labelledby="preview" className="grid grid-cols-1 gap-4">
      <h2 id="preview" tabIndex={-1} data-focus className="text-xl">
        Preview
      </h2>
      {problem ? <Notice tone="error">This can't be worked out: {problem}.</Notice> : null}
      <Card>
        <AskedQuestionFields number={1} question={asked} form={formFields('preview', undefined)} />
      </Card>
      <Card className="grid gap-2">
        <p className="text-sm text-muted">After passing, learners also read:</p>
        <div>
          <p className="text-sm font-semibold">Correct answer</p>
          {right.length === 1 ? (
            <p dir="auto">{right[0]}</p>
          ) : (
            <List className={asked.kind === 'order' ? 'list-decimal pl-6' : 'list-disc pl-6'}>
              {right.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </List>
          )}
        </div>
        <p dir="auto">{why}</p>
      </Card>
    </section>
  );
}
