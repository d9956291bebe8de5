import { href } from 'react-router';
import type { ListedLink } from '#app/domain/programme/affiliates/short-links.server.ts';
import type { affiliateToolsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { ListWays, type Ways } from '#app/ui/list-pagination.tsx';

interface ShortLinksProps {
  copy: ReturnType<typeof affiliateToolsCopy>['short'];
  copiedMessage: string;
  links: readonly ListedLink[];
  ways: Ways;
  /** The page of the list that one comes to when a link of it is archived. */
  archivedAt: string;
}

/** An affiliate's short links, each with where it leads, what it brought, and its QR code. */
export function ShortLinks({ copy, copiedMessage, links, ways, archivedAt }: ShortLinksProps) {
  return (
    <section aria-labelledby="short-links" className="grid gap-5">
      <div className="grid max-w-prose gap-1">
        <h2 id="short-links">{copy.title}</h2>
        <p className="text-muted">{copy.text}</p>
      </div>
      {links.length === 0 && !ways.first ? <p className="text-muted">{copy.empty}</p> : null}
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
      <ListWays {...ways} />
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
            <strong>{clicks.toLocaleString('en-US')}</strong> {copy.clicks.toLowerCase()}
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
