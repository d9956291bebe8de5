import { months } from '#app/domain/learning/whats-new/months.server.ts';
import { config } from '#app/platform/config.server.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import { xmlResponse } from '#app/routes/resources/xml.ts';

/** Items a feed holds at most: readers keep what they have seen. */
const longest = 60;

/** What was corrected, added and what changed in the field as RSS 2.0, the newest first. */
export function loader() {
  const { appUrl, brandName } = config();
  const items = months()
    .flatMap(({ month, entries }) => entries.map((entry) => ({ month, ...entry })))
    .slice(0, longest)
    .map(({ month, id, on, kind, title, text, page }) => {
      const address = escapeXml(`${appUrl}/whats-new/${month}#${id}`);
      const description = escapeXml(page ? `${text} Source: ${page}` : text);
      return `<item><title>${escapeXml(title)}</title><link>${address}</link><guid>${address}</guid><description>${description}</description><category>${kind}</category><pubDate>${new Date(on).toUTCString()}</pubDate></item>`;
    });
  return xmlResponse(
    'application/rss+xml',
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(`What's new | ${brandName}`)}</title>
<link>${escapeXml(`${appUrl}/whats-new`)}</link>
<description>What we corrected and added, and what changed in the field, with its source</description>
<language>en</language>
<atom:link href="${escapeXml(`${appUrl}/whats-new.xml`)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>`,
  );
}
