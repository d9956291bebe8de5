import { href } from 'react-router';
import type { ListedLink } from '#app/domain/programme/affiliates/short-links.server.ts';
import type { affiliateToolsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { matchText } from '#app/ui/bulk-bar.tsx';
import { Button, SubmitButton } from '#app/ui/button.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FilterChips } from '#app/ui/filter-chips.tsx';
import { Filtered, ListFilter } from '#app/ui/list-filter.tsx';
import { ListWays, type Ways } from '#app/ui/list-pagination.tsx';

interface ShortLinksProps {
  copy: ReturnType<typeof affiliateToolsCopy>['short'];
  copiedMessage: string;
  links: readonly ListedLink[];
  /** What all of them come to that are looked for. */
  totals: { count: number; clicks: number };
  /** What is looked for in them; empty for nothing. */
  words: string;
  /** The query of the page's address. */
  search: string;
  ways: Ways;
  /** The page of the list that one comes to when a link of it is archived. */
  archivedAt: string;
}

const path = '/affiliate-centre/tools';
/** The list's place on the page. */
const at = '#short-links';
/** From so many on they can be looked through. */
const many = 5;

/** An affiliate's short links, each with where it leads, what it brought, and its QR code; looked through by words (P343). */
export function ShortLinks(props: ShortLinksProps) {
  const { copy, copiedMessage, links, totals, words, search, ways, archivedAt } = props;
  return (
    <section aria-labelledby="short-links" className="grid gap-5">
      <div className="grid max-w-prose gap-1">
        <h2 id="short-links">{copy.title}</h2>
        <p className="text-muted">{copy.text}</p>
      </div>
      {words || totals.count > many ? (
        <ListFilter>
          <form action={`${path}${at}`} className="grid max-w-xl">
            <TextField
              id="links-q"
              name="q"
              label={copy.find}
              defaultValue={words}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              beside={
                <Button type="submit" variant="secondary">
                  {copy.findButton}
                </Button>
              }
            />
          </form>
        </ListFilter>
      ) : null}
      <Filtered id="short-link-list">
        <FilterChips
          path={path}
          search={search}
          at={at}
          chips={words ? [{ parameter: 'q', label: copy.find, value: words }] : []}
        />
        {links.length === 0 && words ? (
          <p data-empty className="text-muted">
            {copy.none}
          </p>
        ) : null}
        {links.length === 0 && !words && !ways.first ? <p className="text-muted">{copy.empty}</p> : null}
        <ul className="border-t border-line-strong empty:hidden">
          {links.map((link) => (
            <ShortLink
              key={link.code}
              copy={copy}
              copiedMessage={copiedMessage}
              link={link}
              archivedAt={archivedAt}
            />
          ))}
        </ul>
        {totals.count > 0 ? (
          <p data-empty className="text-sm text-muted">
            {matchText({ count: totals.count, isMore: false }, [copy.one, copy.many])},{' '}
            {totals.clicks.toLocaleString('en-US')} {totals.clicks === 1 ? copy.click : copy.clicks}
          </p>
        ) : null}
        <ListWays {...ways} />
      </Filtered>
    </section>
  );
}

function ShortLink({
  copy,
  copiedMessage,
  link,
  archivedAt,
}: Pick<ShortLinksProps, 'copy' | 'copiedMessage' | 'archivedAt'> & { link: ListedLink }) {
  const { code, address, destination, campaign, source, medium, clicks } = link;
  const file = (format: string) => href('/affiliate-centre/qr/:file', { file: `${code}.${format}` });
  const words = [campaign, source, medium].filter(Boolean).join(' · ');
  return (
    <li className="grid items-center gap-x-8 gap-y-3 border-b border-line py-5 sm:grid-cols-[6rem_minmax(0,1fr)] lg:grid-cols-[6rem_minmax(0,1.2fr)_minmax(0,1fr)]">
      <img
        src={file('svg')}
        width="96"
        height="96"
        alt={`${copy.qr}: ${address}`}
        loading="lazy"
        className="size-24 rounded-control border border-line bg-white sm:row-span-2 lg:row-span-1"
      />
      <CopyField id={`link-${code}`} label={copy.link} value={address} copiedMessage={copiedMessage} />
      <div className="grid min-w-0 gap-1 text-sm sm:col-start-2 lg:col-start-3">
        <p className="wrap-anywhere">
          <span className="text-muted">{copy.leads}</span> {destination}
        </p>
        {words ? <p className="wrap-anywhere text-muted">{words}</p> : null}
        <div className="flex flex-wrap items-center gap-x-5">
          <p className="tabular-nums">
            <strong>{clicks.toLocaleString('en-US')}</strong> {clicks === 1 ? copy.click : copy.clicks}
          </p>
          {(['svg', 'png'] as const).map((format) => (
            <a
              key={format}
              href={`${file(format)}?download`}
              download
              className="link inline-flex min-h-11 items-center"
            >
              {copy.qr} {format.toUpperCase()}
            </a>
          ))}
          <form method="post" action={archivedAt} className="-ml-4">
            <input type="hidden" name="code" value={code} />
            <SubmitButton
              variant="quiet"
              intent="archive"
              pendingLabel={copy.archive}
              aria-label={`${copy.archive} ${address}`}
            >
              {copy.archive}
            </SubmitButton>
          </form>
        </div>
      </div>
    </li>
  );
}
