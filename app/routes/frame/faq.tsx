import { Disclosure } from '#app/ui/disclosure.tsx';

/** Questions that open one at a time. */
export function Faq({
  group,
  questions,
}: {
  group: string;
  questions: { question: string; answer: string }[];
}) {
  return (
    <div className="border-t border-line">
      {questions.map(({ question, answer }) => (
        <Disclosure key={question} group={group} title={question}>
          <p className="max-w-prose text-muted">{answer}</p>
        </Disclosure>
      ))}
    </div>
  );
}
