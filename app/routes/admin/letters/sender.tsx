import {
  type CheckedRecord,
  checkSender,
  findSender,
  type Sender,
  selectorSchema,
} from '#app/domain/operating/sender-domain/look-up.server.ts';
import type { RecordState } from '#app/domain/operating/sender-domain/records.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/sender';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:edit')];

const path = '/admin/letters/sender';

/** DNS is asked only where the form asked for it: a page that is looked at costs others nothing. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const sender = findSender();
  const typed = url.searchParams.get('selector');
  if (typed === null || sender.obstacle) return { sender, typed, errors: undefined, records: null };
  const selector = selectorSchema.safeParse(typed);
  if (!selector.success)
    return { sender, typed, errors: selector.error.issues.map(({ message }) => message), records: null };
  const records = await checkSender(actorOf(context).id ?? '', sender, selector.data);
  return { sender, typed, errors: undefined, records };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Sender’s domain')];

const obstacles: Record<NonNullable<Sender['obstacle']>, (domain: string) => string> = {
  reserved: (domain) =>
    `Email goes out from ${domain}, which is not a domain on the internet. Set MAIL_FROM to an address of yours.`,
  mailbox_provider: (domain) =>
    `Email goes out from ${domain}, whose records only ${domain} can change, so letters sent by another server fail its checks. Set MAIL_FROM to an address at a domain of yours.`,
};

const states: Record<RecordState, { tone: 'good' | 'warn' | 'danger' | 'neutral'; label: string }> = {
  good: { tone: 'good', label: 'Good' },
  weak: { tone: 'warn', label: 'Could be better' },
  missing: { tone: 'danger', label: 'Missing' },
  broken: { tone: 'danger', label: 'Does not work' },
  unknown: { tone: 'neutral', label: 'Not known' },
};

/** What each is for, for somebody who has never heard of it. */
const purposes: Record<CheckedRecord['kind'], string> = {
  SPF: 'Lists the servers that may send email for your domain.',
  DKIM: 'The key that proves an email was signed by you and not changed on its way.',
  DMARC: 'Tells mailboxes what to do with email in your name that fails both.',
};

function RecordCard({ record }: { record: CheckedRecord }) {
  const { tone, label } = states[record.state];
  return (
    <Card className="grid gap-3 p-4! sm:p-5!">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-lg">{record.kind}</h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-sm text-muted">{purposes[record.kind]}</p>
      <p>{record.says}</p>
      <dl className="grid gap-2 text-sm">
        <dt className="font-semibold">Name in DNS</dt>
        <dd className="wrap-anywhere">
          <code>{record.name}</code>
        </dd>
        {record.texts.length > 0 ? <dt className="font-semibold">Found there</dt> : null}
        {record.texts.map((text) => (
          <dd key={text} className="wrap-anywhere">
            <code>{text}</code>
          </dd>
        ))}
        {record.publish ? (
          <>
            <dt className="font-semibold">Publish as a TXT record</dt>
            <dd className="wrap-anywhere">
              <code>{record.publish}</code>
            </dd>
          </>
        ) : null}
      </dl>
    </Card>
  );
}

export default function SenderDomain({
  loaderData: { sender, typed, errors, records },
}: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/letters', label: 'Letters' }]} current="Sender’s domain" />
      <PageHeading title="Sender’s domain">
        Mailboxes look at three records in DNS before they let email in. See how yours stand.
      </PageHeading>
      {sender.obstacle ? (
        <Notice tone="warn">{obstacles[sender.obstacle](sender.domain)}</Notice>
      ) : (
        <Card className="max-w-3xl p-4! sm:p-5!">
          <form action={path} className="grid gap-4">
            <p>
              Email goes out from <strong className="wrap-anywhere">{sender.domain}</strong>
              {sender.server ? `, through ${sender.server}` : ''}.
            </p>
            <TextField
              id="selector"
              name="selector"
              label="DKIM selector, if you know it"
              hint="Your mail provider shows it beside the record, as in s1._domainkey. Left empty, the usual names are tried."
              defaultValue={typed ?? ''}
              errors={errors}
              maxLength={253}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <SubmitButton pendingLabel="Asking DNS..." className="justify-self-start">
              {records ? 'Check again' : 'Check the records'}
            </SubmitButton>
          </form>
        </Card>
      )}
      {records?.map((record) => (
        <RecordCard key={record.name} record={record} />
      ))}
    </div>
  );
}
