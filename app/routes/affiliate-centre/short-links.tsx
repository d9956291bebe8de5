import { href } from 'react-router';
import type { LinkSort, ListedLink } from '#app/domain/programme/affiliates/short-links.server.ts';
import type { affiliateToolsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import type { CentreDisplay } from '#app/routes/affiliate-centre/lists/centre-lists.server.ts';
import { ListTop } from '#app/routes/affiliate-centre/lists/list-top.tsx';
import { matchText } from '#app/ui/bulk-bar.tsx';
import { Button, SubmitButton } from '#app/ui/button.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Filtered, ListFilter } from '#app/ui/list-filter.tsx';
import { firstPage, ListWays, type Ways, withQuery } from '#app/ui/list-pagination.tsx';
import { WorkList } from '#app/ui/work-list.tsx';

interface ShortLinksProps {
  copy: ReturnType<typeof affiliateToolsCopy>['short'];
  copiedMessage: string;
  links: readonly ListedLink[];
  /** What all of them come to that are looked for. */
  totals: { count: number; clicks: number };
  /** What is looked for in them; empty for nothing. */
  words: string;
  sort: LinkSort;
  display: CentreDisplay;
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

/** An affiliate's short links, each with where it leads, what it brought, and its QR code: a work table, looked through by words and sorted by its headings (P343). */
export function ShortLinks(props: ShortLinksProps) {
  const { copy, links, totals, words, search, display, ways } = props;
  return (
    <section aria-labelledby="short-links" className="grid grid-cols-1 gap-5">
      <div className="grid max-w-prose gap-1">
        <h2 id="short-links">{copy.title}</h2>
        <p className="text-muted">{copy.text}</p>
      </div>
      {words || totals.count > many ? (
        <ListFilter>
          <form action={`${path}${at}`} className="grid max-w-xl">
            {props.sort === 'clicks' ? <input type="hidden" name="links" value="clicks" /> : null}
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
        {totals.count > 0 || words ? (
          <ListTop
            path={path}
            search={search}
            at={at}
            chips={words ? [{ parameter: 'q', label: copy.find, value: words }] : []}
            display={display}
          />
        ) : null}
        {links.length === 0 && words ? (
          <p data-empty className="text-muted">
            {copy.none}
          </p>
        ) : null}
        {links.length === 0 && !words && !ways.first ? <p className="text-muted">{copy.empty}</p> : null}
        {links.length > 0 ? (
          <WorkList>
            <LinkTable {...props} />
          </WorkList>
        ) : null}
        <ListWays {...ways} />
      </Filtered>
    </section>
  );
}

const figure = (value: number) => value.toLocaleString('en-US');

function LinkTable({
  copy,
  copiedMessage,
  links,
  totals,
  search,
  sort,
  display,
  archivedAt,
}: ShortLinksProps) {
  const sortBy = (by: LinkSort) => ({
    to: `${withQuery(path, search, { links: by === 'newest' ? null : by, ...firstPage })}${at}`,
    direction: by === sort ? ('descending' as const) : null,
  });
  return (
    <DataTable
      isCompact={display.isCompact}
      hidden={display.hidden}
      caption={copy.title}
      rows={links}
      keyOf={({ code }) => code}
      foot={`${matchText({ count: totals.count, isMore: false }, [copy.one, copy.many])}, ${figure(totals.clicks)} ${totals.clicks === 1 ? copy.click : copy.clicks}`}
      columns={[
        {
          label: copy.link,
          className: 'is-plain md:min-w-80',
          sort: sortBy('newest'),
          cell: ({ code, address }) => (
            <CopyField
              id={`link-${code}`}
              label={copy.link}
              isLabelHidden
              value={address}
              copiedMessage={copiedMessage}
            />
          ),
        },
        {
          label: copy.leads,
          className: 'wrap-anywhere',
          cell: ({ destination }) => (
            <p>
              <Link to={destination} className="link inline-flex min-h-9 items-center">
                {destination}
              </Link>
            </p>
          ),
        },
        {
          label: copy.campaign,
          className: 'wrap-anywhere',
          cell: ({ campaign, source, medium }) => (
            <span>
              {[campaign, source, medium].filter(Boolean).join(' · ') || (
                <span className="text-muted">{copy.noCampaign}</span>
              )}
            </span>
          ),
        },
        {
          label: copy.clicksColumn,
          isFigure: true,
          sort: sortBy('clicks'),
          cell: ({ clicks }) => figure(clicks),
        },
        {
          label: copy.actions,
          isHidden: true,
          cell: (link) => <LinkActions copy={copy} link={link} archivedAt={archivedAt} />,
        },
      ]}
    />
  );
}

function LinkActions({
  copy,
  link: { code, address },
  archivedAt,
}: Pick<ShortLinksProps, 'copy' | 'archivedAt'> & { link: ListedLink }) {
  const file = (format: string) => href('/affiliate-centre/qr/:file', { file: `${code}.${format}` });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 lg:flex-nowrap">
      <img
        src={file('svg')}
        width="56"
        height="56"
        alt={`${copy.qr}: ${address}`}
        loading="lazy"
        className="size-14 rounded-control border border-line bg-white"
      />
      {(['svg', 'png'] as const).map((format) => (
        <a
          key={format}
          href={`${file(format)}?download`}
          download
          className="link inline-flex min-h-11 items-center whitespace-nowrap"
        >
          <span className="sr-only">{copy.qr} </span>
          {format.toUpperCase()}
        </a>
      ))}
      <form method="post" action={archivedAt} className="-ml-2">
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
  );
}
