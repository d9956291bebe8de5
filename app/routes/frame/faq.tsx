import { Disclosure } from '#app/ui/disclosure.tsx';

/** Questions that open one at a time; an address that names one by its id opens it, as its answer is what is named. */
export function Faq({
  group,
  questions,
}: {
  group: string;
  questions: { id?: string; question: string; answer: string }[];
}) {
  return (
    <div className="border-t border-line">
      {questions.map(({ id, question, answer }) => (
        <Disclosure key={question} group={group} title={question}>
          <p id={id} className="max-w-prose scroll-mt-20 text-muted">
            {answer}
          </p>
        </Disclosure>
      ))}
    </div>
  );
}
