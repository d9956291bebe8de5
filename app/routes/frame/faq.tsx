import { Disclosure } from '#app/ui/disclosure.tsx';
import { Link } from '#app/ui/link.tsx';

type Question = {
  id?: string;
  question: string;
  answer: string;
  /** The pages that the answer names. */
  links?: { to: string; label: string }[];
};

/** Questions that open one at a time; an address that names one by its id opens it, as its answer is what is named. */
export function Faq({ group, questions }: { group: string; questions: Question[] }) {
  return (
    <div className="border-t border-line">
      {questions.map(({ id, question, answer, links }) => (
        <Disclosure key={question} group={group} title={question}>
          <p id={id} className="max-w-prose scroll-mt-20 text-muted">
            {answer}
          </p>
          {links ? (
            <ul className="mt-2 flex flex-wrap gap-x-6">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className="link inline-flex min-h-11 items-center">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          ) : null}
        </Disclosure>
      ))}
    </div>
  );
}
