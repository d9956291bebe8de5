import { dueToolBoxes } from '#app/domain/learning/tool-boxes/tool-boxes.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';

/** So many are named in the mail; the page has all. */
const most = 15;

/**
 * Emails the operator the claims that were last checked more than a quarter ago (P139), once a month, where there are any. Safe to
 * repeat: a month has one such mail.
 */
export async function reviewSources(): Promise<void> {
  const due = dueToolBoxes();
  if (due.length === 0) return;
  const key = `sources-due ${now().toISOString().slice(0, 7)}`;
  const { supportEmail, appUrl } = config();
  await transaction(async (tx) => {
    if (await isMailQueued(tx, key)) return;
    await queueMail(
      tx,
      supportEmail,
      'sources-due',
      {
        count: due.length,
        oldest: due
          .slice(0, most)
          .map(({ tool, about, file, checked }) => `${tool}: ${about} (${file}), checked ${checked}`),
        qualityUrl: `${appUrl}/admin/content/quality`,
      },
      key,
    );
  });
}
