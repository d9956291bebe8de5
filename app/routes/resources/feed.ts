import { playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { trainingCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { config } from '#app/platform/config.server.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import { xmlResponse } from '#app/routes/resources/xml.ts';

/** The playbooks that anyone may read as RSS 2.0, the newest first. */
export function loader() {
  const { appUrl, brandName } = config();
  const { playbooks: shelf } = trainingCopy();
  const items = [...playbooks().values()]
    .flatMap(({ published, ...playbook }) => (published ? [{ ...playbook, published }] : []))
    .sort((a, b) => b.published.localeCompare(a.published))
    .map(({ slug, title, description, topic, published }) => {
      const address = escapeXml(`${appUrl}/playbooks/${slug}`);
      const date = new Date(published).toUTCString();
      return `<item><title>${escapeXml(title)}</title><link>${address}</link><guid>${address}</guid><description>${escapeXml(description)}</description><category>${escapeXml(topic)}</category><pubDate>${date}</pubDate></item>`;
    });
  return xmlResponse(
    'application/rss+xml',
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(`${shelf.title} | ${brandName}`)}</title>
<link>${escapeXml(`${appUrl}/playbooks`)}</link>
<description>${escapeXml(shelf.lead)}</description>
<language>en</language>
<atom:link href="${escapeXml(`${appUrl}/feed.xml`)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>`,
  );
}
