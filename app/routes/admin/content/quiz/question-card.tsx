import {
  fieldsOfQuestion,
  isQuestionKind,
  offerFields,
  rightField,
} from '#app/domain/publishing/authoring/question-fields.ts';
import { Problems } from '#app/routes/admin/content/course/part-line.tsx';
import { ItemButtons } from '#app/routes/admin/content/list/item-buttons.tsx';
import { quizAddress } from '#app/routes/admin/content/piece-address.ts';
import { kindWords } from '#app/routes/admin/content/quiz/question-kinds.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Card } from '#app/ui/card.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Check, Close } from '#app/ui/icon.tsx';

interface ShownQuestion {
  key: string;
  number: number;
  raw: Readonly<Record<string, unknown>>;
  isReadable: boolean;
}

/** A question in the list of its quiz, with what can be done with it. */
export function QuestionCard({
  slug,
  question,
  count,
  problems,
}: {
  slug: string;
  question: ShownQuestion;
  count: number;
  problems: readonly string[];
}) {
  const { key, number, raw, isReadable } = question;
  const { kind } = raw;
  const fields = fieldsOfQuestion(raw);
  return (
    <li id={`question-${number}`} className="scroll-mt-4">
      <Card className="grid grid-cols-1 gap-3 p-4! sm:p-5!">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          Question {number}
          <Badge>{isQuestionKind(kind) ? kindWords[kind].label : 'Unknown kind'}</Badge>
          {isReadable ? null : <Badge tone="warn">Not complete</Badge>}
        </p>
        <h3 dir="auto" className="text-lg leading-snug wrap-anywhere">
          {fields.ask || 'No question yet'}
        </h3>
        <QuestionOffers kind={kind} fields={fields} />
        <Problems problems={problems} />
        <ItemButtons
          action={quizAddress(slug)}
          edit={isQuestionKind(kind) ? quizAddress(slug, `/question?question=${key}`) : null}
          one="question"
          itemKey={key}
          number={number}
          count={count}
        />
      </Card>
    </li>
  );
}

/** What there is to choose from or to put in order, the right one marked; of a number the number. */
export function QuestionOffers({
  kind,
  fields,
}: {
  kind: unknown;
  fields: Readonly<Record<string, string>>;
}) {
  if (kind === 'number') {
    const { right, unit, tolerance } = fields;
    return (
      <p>
        <span className="text-muted">Answer:</span> {unit === '$' ? '$' : ''}
        {right}
        {unit && unit !== '$' ? ` ${unit}` : ''}
        {tolerance ? `, ${tolerance} more or less is right too` : ''}
      </p>
    );
  }
  const offers = offerFields.flatMap((name) => fields[name] ?? []);
  const List = kind === 'order' ? 'ol' : 'ul';
  return (
    <List className={kind === 'order' ? 'grid list-decimal gap-1 pl-6' : 'grid gap-1'}>
      {offers.map((offer, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a draft can offer the same twice.
        <li key={at} className="wrap-anywhere">
          {kind === 'order' ? (
            offer
          ) : (
            <span className="flex gap-2">
              <span
                className={classNames('w-5 shrink-0 pt-1', kind === 'mistake' ? 'text-danger' : 'text-good')}
              >
                {String(at + 1) === fields.right || fields[rightField(at)] ? (
                  <>
                    {kind === 'mistake' ? <Close /> : <Check />}
                    <span className="sr-only">{kind === 'mistake' ? 'The mistake: ' : 'Right: '}</span>
                  </>
                ) : null}
              </span>
              <span dir="auto" className="min-w-0">
                {offer}
              </span>
            </span>
          )}
        </li>
      ))}
    </List>
  );
}
