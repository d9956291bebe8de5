// The second half of `npm run build`: draws the pictures that are the same for all, as `content/` has them now. What is edited or
// named differently by a setting later is drawn when it is asked for (docs/decisions/0014-files-follow-content.md).

import { coverSvg } from '#app/domain/learning/ebook/cover.server.ts';
import { banners } from '#app/domain/programme/materials/banners.server.ts';
import { materialFiles } from '#app/domain/programme/materials/catalogue.server.ts';
import { previewDrawings } from '#app/domain/programme/materials/previews.server.ts';
import { measureFiles } from '#app/domain/programme/materials/sizes.server.ts';
import { socialPictures } from '#app/domain/programme/materials/social-pictures.server.ts';
import { publicPages } from '#app/domain/site/site-copy/public-pages.server.ts';
import { config } from '#app/platform/config.server.ts';
import { buildPictures } from '#app/platform/documents/png.server.ts';
import { drawPicture } from '#app/platform/social-image/picture.server.ts';
import { topicDrawings } from '#app/ui/topic-drawings.ts';

// A build needs no database; the settings ask for its address all the same.
process.env.DATABASE_URL ||= 'postgresql://not-at-build';
process.env.NODE_ENV = 'development';
const { brandName } = config();

await buildPictures([
  ...[...publicPages().values()].map(({ kind, title, topic = '' }) =>
    drawPicture({ kind, title, drawing: topicDrawings[topic], brandName }),
  ),
  ...banners().map(({ svg }) => svg),
  ...socialPictures().map(({ svg }) => svg),
  ...previewDrawings(),
  coverSvg(),
]);
await measureFiles(materialFiles());
