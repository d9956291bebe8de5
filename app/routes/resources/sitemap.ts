import { publicPages } from '#app/domain/site/site-copy/public-pages.server.ts';
import { config } from '#app/platform/config.server.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import { xmlResponse } from '#app/routes/resources/xml.ts';

/** What search engines should know: the public pages, at the site's public address whatever the request says. */
export function loader() {
  const { appUrl } = config();
  const urls = [...publicPages().values()].map(({ path, changedOn }) => {
    const lastmod = changedOn ? `<lastmod>${changedOn}</lastmod>` : '';
    return `<url><loc>${escapeXml(appUrl + path)}</loc>${lastmod}</url>`;
  });
  return xmlResponse(
    'application/xml',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>`,
  );
}
