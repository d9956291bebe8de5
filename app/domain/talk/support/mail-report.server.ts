import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import type { DeliveryReport } from '#app/platform/mail/reading/delivery-report.ts';

const messageIdForm = /^<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@([^<>@\s]{1,255})>$/i;

/**
 * Has a report looked into that came by mail, as part of `tx`, where it names a mail as the site names its own. Only whoever got that
 * mail, and the servers on its way, know the name, so nobody can have somebody else's address suppressed.
 */
export async function noteDeliveryReport(tx: Transaction, report: DeliveryReport | null): Promise<void> {
  const [, mailId, host] = messageIdForm.exec(report?.messageId ?? '') ?? [];
  if (!report || !mailId || host?.toLowerCase() !== new URL(config().appUrl).hostname) return;
  const { reason, status } = report;
  await sendJobWith(tx, 'record-mail-report', { mailId: mailId.toLowerCase(), reason, status });
}
