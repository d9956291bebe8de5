import { data, type MetaDescriptor } from 'react-router';
import { type Matches, pageTitle } from '#app/routes/frame/page-head.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';

/**
 * What the button of a page that ends mails is answered with, and the one click of a mail program (RFC 8058), which posts without
 * cookies and follows no redirect. Opening the link ends nothing, so that a mail scanner that opens every link does no harm.
 */
export const endedByClick = (isKnown: boolean) =>
  data({ outcome: isKnown ? ('done' as const) : ('unknown' as const) }, { status: isKnown ? 200 : 404 });

/** The head of such a page: it is for nobody who searches, and its address for no other site. */
export const oneClickHead = (matches: Matches): MetaDescriptor[] => [
  pageTitle(matches, 'Unsubscribe'),
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
];

/** A page by which somebody ends mails without signing in: it asks, and says what came of it. */
export function OneClickEnd({
  outcome = 'ask',
  words,
  button,
  onward,
}: {
  outcome?: 'done' | 'unknown' | undefined | 'ask';
  words: Readonly<Record<'ask' | 'done' | 'unknown', { title: string; text: string }>>;
  button: string;
  /** Where it goes on afterwards. */
  onward: { to: string; label: string };
}) {
  const { title, text } = words[outcome];
  return (
    <div className="page grid max-w-xl gap-5 py-12 sm:py-20">
      <h1>{title}</h1>
      <p role={outcome === 'ask' ? undefined : 'status'} className="text-lg text-muted">
        {text}
      </p>
      {outcome === 'ask' ? (
        <form method="post">
          <PostedField />
          <SubmitButton pendingLabel="Stopping...">{button}</SubmitButton>
        </form>
      ) : (
        <div>
          <ButtonLink variant="secondary" to={onward.to}>
            {onward.label}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
