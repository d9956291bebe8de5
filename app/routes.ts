import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

// The map of the site, in the order of docs/product.md (P53, P54, P20, P55).
/** What was earned and paid out, below the affiliate centre. */
const payouts = 'affiliate-centre/payouts';
const payoutPages = `routes/${payouts}`;
const payoutRoutes = [
  route(payouts, `${payoutPages}/payouts.tsx`),
  route(`${payouts}/address`, `${payoutPages}/address.tsx`),
  route(`${payouts}/request`, `${payoutPages}/request.tsx`, { id: 'request-payout' }),
  route(`${payouts}/ledger.csv`, `${payoutPages}/ledger-file.ts`),
  route(`${payouts}/months/:month`, `${payoutPages}/statement.tsx`, { id: 'month-statement' }),
  route(`${payouts}/months/:month/statement.pdf`, `${payoutPages}/statement-file.ts`, {
    id: 'month-statement-file',
  }),
  route(`${payouts}/:number`, `${payoutPages}/statement.tsx`),
  route(`${payouts}/:number/statement.pdf`, `${payoutPages}/statement-file.ts`),
];

/** What the site tells programs of the operator's, for admins. */
const sentPages = 'routes/admin/sent-webhooks';
const sentWebhookRoutes = [
  route('admin/webhooks/sent', `${sentPages}/deliveries.tsx`),
  route('admin/webhooks/sent/:deliveryId', `${sentPages}/delivery.tsx`),
  route('admin/webhooks/endpoints', `${sentPages}/endpoints.tsx`),
  route('admin/webhooks/endpoints/new', `${sentPages}/new-endpoint.tsx`),
  route('admin/webhooks/endpoints/:endpointId', `${sentPages}/endpoint.tsx`),
];

/** What affiliates are owed and paid, for admins. */
const commissionDesk = 'admin/commissions';
const deskPages = `routes/${commissionDesk}`;
const commissionDeskRoutes = [
  route(commissionDesk, `${deskPages}/ledger.tsx`),
  route(`${commissionDesk}/review`, `${deskPages}/review.tsx`),
  route(`${commissionDesk}/review/selected`, `${deskPages}/selected-reviews.tsx`),
  route(`${commissionDesk}/adjustments`, `${deskPages}/adjustments.tsx`),
  route(`${commissionDesk}/payouts`, `${deskPages}/payouts.tsx`, { id: 'payout-desk' }),
  route(`${commissionDesk}/payouts/new`, `${deskPages}/new-batch.tsx`),
  route(`${commissionDesk}/payouts/selected`, `${deskPages}/selected-payouts.tsx`),
  route(`${commissionDesk}/payouts/export/:form`, `${deskPages}/payouts-file.ts`),
  route(`${commissionDesk}/payouts/:number`, `${deskPages}/payout.tsx`),
  route(`${commissionDesk}/leaving`, `${deskPages}/leaving-affiliates.tsx`),
  route(`${commissionDesk}/proof`, `${deskPages}/proof.tsx`),
  route(`${commissionDesk}/statements/:userId`, `${deskPages}/statement.tsx`),
  route(`${commissionDesk}/statements/:userId/:file`, `${deskPages}/statement-file.ts`),
];

/** Affiliates of other systems and their referrals, imported from files. */
const affiliateImport = 'admin/commissions/import';
const affiliateImportPages = `routes/${affiliateImport}`;
const affiliateImportRoutes = [
  route(affiliateImport, `${affiliateImportPages}/imports.tsx`, { id: 'affiliate-imports' }),
  route(`${affiliateImport}/:affiliateImportId`, `${affiliateImportPages}/import.tsx`, {
    id: 'affiliate-import',
  }),
  route(`${affiliateImport}/:affiliateImportId/rows/:form`, `${affiliateImportPages}/rows.ts`, {
    id: 'affiliate-import-rows',
  }),
];

/** People of other systems, imported from files. */
const peopleImport = 'admin/users/import';
const importPages = `routes/${peopleImport}`;
const importRoutes = [
  route(peopleImport, `${importPages}/imports.tsx`),
  route(`${peopleImport}/:importId`, `${importPages}/import.tsx`),
  route(`${peopleImport}/:importId/rows/:form`, `${importPages}/rows.ts`),
];

/** Saved conditions by which people are found. */
const segments = 'admin/users/segments';
const segmentRoutes = [
  route(segments, 'routes/admin/segments/segments.tsx'),
  route(`${segments}/:segmentId`, 'routes/admin/segments/segment.tsx'),
];

/** Emails to many. */
const letters = 'admin/letters';
const letterRoutes = [
  route(letters, `routes/${letters}/letters.tsx`),
  route(`${letters}/sender`, `routes/${letters}/sender.tsx`),
  route(`${letters}/suppressions`, `routes/${letters}/suppressions.tsx`),
  route(`${letters}/suppressions/:suppressionId`, `routes/${letters}/suppression.tsx`),
  route(`${letters}/sequences`, `routes/${letters}/sequences/sequences.tsx`),
  route(`${letters}/sequences/:sequenceId`, `routes/${letters}/sequences/sequence.tsx`),
  route(`${letters}/sequences/:sequenceId/edit`, `routes/${letters}/sequences/edit.tsx`),
  route(`${letters}/sequences/:sequenceId/people`, `routes/${letters}/sequences/people.tsx`),
  route(`${letters}/sequences/:sequenceId/steps/:stepId`, `routes/${letters}/sequences/step.tsx`),
  route(
    `${letters}/sequences/:sequenceId/steps/:stepId/preview`,
    `routes/${letters}/sequences/step-preview.ts`,
  ),
  route(`${letters}/:letterId`, `routes/${letters}/letter.tsx`, { id: 'edit-letter' }),
  route(`${letters}/:letterId/preview`, `routes/${letters}/preview.ts`, { id: 'letter-preview' }),
  route(`${letters}/:letterId/check`, `routes/${letters}/check.tsx`),
];

/** What the site says and teaches, for admins to edit. */
const contentRoutes = [
  route('admin/content', 'routes/admin/content/content.tsx'),
  route('admin/content/courses/:courseSlug', 'routes/admin/content/course/outline.tsx'),
  route('admin/content/courses/:courseSlug/archive', 'routes/admin/content/course/archive-course.tsx'),
  route('admin/content/courses/:courseSlug/preview', 'routes/admin/content/course/preview-as.ts'),
  route('admin/content/courses/:courseSlug/copy', 'routes/admin/content/course/copy.tsx'),
  route('admin/content/courses/:courseSlug/quiz', 'routes/admin/content/quiz/quiz.tsx', { id: 'edit-quiz' }),
  route('admin/content/courses/:courseSlug/quiz/question', 'routes/admin/content/quiz/question.tsx'),
  route('admin/content/courses/:courseSlug/quiz/exchange', 'routes/admin/content/exchange/questions.tsx'),
  route(
    'admin/content/courses/:courseSlug/quiz/export/:format',
    'routes/admin/content/exchange/questions-file.ts',
  ),
  route('admin/content/imports', 'routes/admin/content/exchange/imports.tsx'),
  route('admin/content/courses/:courseSlug/export', 'routes/admin/content/exchange/course-file.ts'),
  route('admin/content/imports/:contentImportId', 'routes/admin/content/exchange/import.tsx'),
  route('admin/content/courses/:courseSlug/slides/:part', 'routes/admin/content/slides/slides.tsx'),
  route('admin/content/courses/:courseSlug/slides/:part/slide', 'routes/admin/content/slides/slide.tsx'),
  route('admin/content/sales-pages/:productSlug', 'routes/admin/content/sales/sales-page.tsx'),
  route('admin/content/sales-pages/:productSlug/block', 'routes/admin/content/sales/block.tsx'),
  route('admin/content/courses/:courseSlug/assignment/:part', 'routes/admin/content/course/assignment.tsx', {
    id: 'edit-assignment',
  }),
  route('admin/content/courses/:courseSlug/files/:part', 'routes/admin/content/course/files.tsx', {
    id: 'edit-course-files',
  }),
  route('admin/content/files/:courseFile', 'routes/admin/content/course/stored-file.ts'),
  route('admin/content/instructors', 'routes/admin/content/instructors.tsx'),
  route('admin/content/piece', 'routes/admin/content/piece.tsx', { id: 'edit-piece' }),
  route('admin/content/history', 'routes/admin/content/history.tsx'),
  route('admin/content/archive', 'routes/admin/content/archive.tsx'),
  route('admin/content/new', 'routes/admin/content/new.tsx', { id: 'new-piece' }),
  route('admin/content/preview', 'routes/admin/content/preview.ts'),
  route('admin/content/quality', 'routes/admin/content/quality.tsx'),
  route('admin/content/images', 'routes/admin/content/images.tsx'),
  route('admin/content/courses/:courseSlug/report', 'routes/admin/content/course-report.tsx'),
  route('admin/content/courses/:courseSlug/report/:reportFile', 'routes/admin/content/course-report-file.ts'),
  route('admin/content/courses/:courseSlug/release', 'routes/admin/content/release.tsx'),
  route('admin/content/export', 'routes/admin/content/export.ts'),
];

/** What makes purchases cheaper, for admins. */
const promotionPages = 'routes/admin/promotions';
const promotionRoutes = [
  route('admin/promotion-codes', `${promotionPages}/codes.tsx`),
  route('admin/promotion-codes/new', `${promotionPages}/new-code.tsx`),
  route('admin/promotion-codes/:promotionCodeId', `${promotionPages}/code.tsx`),
];

/** Figures of the business, a page each. */
const analytics = 'admin/analytics';
const analyticsPages = `routes/${analytics}`;
const analyticsRoutes = [
  route(analytics, `${analyticsPages}/revenue.tsx`),
  route(`${analytics}/retention`, `${analyticsPages}/retention.tsx`),
  route(`${analytics}/funnel`, `${analyticsPages}/funnel.tsx`),
  route(`${analytics}/courses`, `${analyticsPages}/courses.tsx`, { id: 'analytics-courses' }),
  route(`${analytics}/searches`, `${analyticsPages}/searches.tsx`),
  route(`${analytics}/affiliates`, `${analyticsPages}/affiliates.tsx`),
  route(`${analytics}/referrers`, `${analyticsPages}/referrers.tsx`),
  route(`${analytics}/files/:file`, `${analyticsPages}/file.ts`, { id: 'analytics-file' }),
];

export default [
  // Everything for browsers: cookies, posts of this site's own pages, who asks.
  layout('routes/pages-layout.tsx', [
    layout('routes/public/layout.tsx', [
      // For visitors only: a signed-in user goes to the dashboard.
      layout('routes/public/public-only-layout.tsx', [
        index('routes/public/home.tsx'),
        route('login', 'routes/auth/login.tsx'),
        route('login/passkey', 'routes/auth/login-passkey.ts'),
        route('login/second-step', 'routes/auth/second-step.tsx'),
        route('login/second-step/lost', 'routes/auth/lost-second-step.tsx'),
        route('register', 'routes/auth/register.tsx'),
        route('affiliate-login', 'routes/auth/affiliate-login.tsx'),
        route('affiliate/sign-up', 'routes/auth/affiliate-sign-up.tsx'),
      ]),

      // For everyone.
      route('pricing', 'routes/public/pricing.tsx'),
      route('products/:productSlug', 'routes/checkout/product-page.tsx'),
      route('gift', 'routes/checkout/gifts/offers.tsx'),
      route('redeem', 'routes/checkout/gifts/enter-code.tsx'),
      route('redeem/:token', 'routes/checkout/gifts/redeem.tsx'),
      route('team/invitations/:token', 'routes/member/team/invitation.tsx'),
      route('demo', 'routes/public/demo.tsx'),
      route('affiliate-program', 'routes/public/affiliate-program.tsx'),
      route('search', 'routes/public/search.tsx'),
      route('search/suggestions', 'routes/public/search/suggestions.ts'),
      route('support', 'routes/support/support.tsx'),
      route('support/thread/:token/files/:attachmentId', 'routes/support/thread-attachment.ts'),
      route('support/thread/:token/mail/:mailId', 'routes/support/thread-email.tsx'),
      route('support/thread/:token', 'routes/support/thread.tsx'),
      route('community', 'routes/community/community.tsx'),
      route('offline', 'routes/public/offline.tsx'),
      route('whats-new', 'routes/public/whats-new.tsx'),
      route('whats-new/:newsMonth', 'routes/public/whats-new.tsx', { id: 'news-of-a-month' }),
      route('tutorials', 'routes/library/tutorials.tsx'),
      route('playbooks', 'routes/library/playbooks.tsx'),
      route('playbooks/:playbookSlug', 'routes/library/playbook.tsx'),
      route('playbooks/:playbookSlug/:file', 'routes/library/template/file.ts'),
      route('logout', 'routes/auth/logout.tsx'),
      route('clear-auth-cache', 'routes/auth/clear-auth-cache.tsx'),
      route('training/workbooks/:file', 'routes/library/series/workbook.ts'),
      route('email-course/unsubscribe/:token', 'routes/library/email-course/unsubscribe.tsx'),
      route('notifications/unsubscribe/:token', 'routes/public/end-digests.tsx'),
      route('emails/unsubscribe/:token', 'routes/public/end-letters.tsx'),
      route('l/:linkId', 'routes/public/letter-link.ts'),
      route('certificates/:code', 'routes/public/certificate.tsx'),
      route('r/:code', 'routes/public/short-link.ts'),
      route('legal/:document', 'routes/public/legal.tsx'),
      route('sign-in/:token', 'routes/auth/sign-in-link.tsx'),
      route('continue/callback', 'routes/auth/identity-callback.tsx'),
      route('continue/:provider', 'routes/auth/continue-with.tsx'),
      route('reset-password/:token', 'routes/auth/reset-password.tsx'),
      route('recover-account/:token', 'routes/auth/recover-account.tsx'),
      route('email-change/:token', 'routes/auth/email-change.tsx'),
      route('verify-email/:token', 'routes/auth/verify-email.tsx'),
      route('payout-address/:token', 'routes/affiliate-centre/payouts/confirm-address.tsx'),
      route('last-payout/:token', 'routes/affiliate-centre/payouts/last-payout.tsx'),
    ]),

    // For anyone signed in: others go to /login and come back.
    layout('routes/member/layout.tsx', [
      route('checkout', 'routes/checkout/checkout.tsx'),
      route('checkout/paypal', 'routes/checkout/paypal.ts'),
      route('checkout/paypal/return', 'routes/checkout/paypal-return.ts'),
      route('thank-you', 'routes/checkout/thank-you.tsx'),
      route('products/:productSlug/yours', 'routes/checkout/product-yours.tsx'),
      route('DMD', 'routes/checkout/dmd.tsx'),
      route('tripwire-success', 'routes/checkout/tripwire-success.tsx'),
      route('special', 'routes/checkout/reseller/special.tsx'),
      route('special-invite', 'routes/checkout/reseller/invite.tsx'),
      route('reseller-checkout', 'routes/checkout/reseller/checkout.tsx', { id: 'reseller-checkout' }),
      route('reseller-trial', 'routes/checkout/reseller/trial.tsx'),
      route('reseller-success', 'routes/checkout/reseller/success.tsx'),
      route('pro-reseller-upsell', 'routes/checkout/reseller/pro-upsell.tsx'),
      route('three-months-free-upsell', 'routes/checkout/reseller/three-months-free.tsx'),
      route('funnel-setup', 'routes/checkout/reseller/funnel-setup.tsx'),
      route('support/files/:attachmentId', 'routes/support/attachment.ts'),
      route('support/mail/:mailId', 'routes/support/email.tsx'),
      route('support/tickets', 'routes/support/tickets.tsx'),
      route('support/tickets/:number', 'routes/support/ticket.tsx'),
      route('dashboard', 'routes/member/dashboard.tsx'),
      route('dashboard/coming-soon', 'routes/member/dashboard/coming-soon.ts'),
      route('first-week', 'routes/member/first-week/first-week.tsx'),
      route('courses', 'routes/member/courses.tsx'),
      route('courses/:courseSlug', 'routes/member/course/overview.tsx'),
      route('courses/:courseSlug/complete', 'routes/member/course/complete.tsx'),
      route('courses/:courseSlug/quiz', 'routes/member/course/quiz.tsx'),
      route('courses/:courseSlug/certificate', 'routes/member/course/certificate.tsx', {
        id: 'own-certificate',
      }),
      route('courses/:courseSlug/certificate.pdf', 'routes/member/course/certificate-pdf.ts'),
      route('courses/:courseSlug/schedule.ics', 'routes/member/course/schedule-calendar.ts'),
      route('courses/:courseSlug/slides.pdf', 'routes/member/course/handout.ts'),
      route('courses/:courseSlug/:moduleSegment', 'routes/member/course/module.tsx'),
      route('courses/:courseSlug/:moduleSegment/watch', 'routes/member/course/watch.ts'),
      route(
        'courses/:courseSlug/:moduleSegment/assignment',
        'routes/member/course/assignment/assignment.tsx',
      ),
      route(
        'courses/:courseSlug/:moduleSegment/assignment/files/:versionId',
        'routes/member/course/assignment/file.ts',
        { id: 'own-assignment-file' },
      ),
      route('courses/:courseSlug/:moduleSegment/files/:courseFile', 'routes/member/course/lesson-file.ts'),
      // For instructors, who need not be admins.
      route('teaching', 'routes/teaching/submissions.tsx'),
      route('teaching/:submissionId', 'routes/teaching/submission.tsx'),
      route('teaching/files/:versionId', 'routes/teaching/file.ts', { id: 'submitted-file' }),
      route('watching', 'routes/member/playback.ts'),
      route('reading', 'routes/member/reading.ts'),
      route('courses/:courseSlug/:moduleSegment/checklist', 'routes/member/course/checklist.ts'),
      route('training', 'routes/library/training.tsx'),
      route('training/guides/:guideSlug', 'routes/library/guide.tsx'),
      route('training/videos/:seriesSlug', 'routes/library/series/series.tsx'),
      route('checklist/:shelf/:name', 'routes/library/checklist.ts'),
      route('playbooks/:playbookSlug/template', 'routes/library/template/template.tsx'),
      route('calculators', 'routes/library/calculators/list.tsx'),
      route('calculators/:calculatorSlug', 'routes/library/calculators/calculator.tsx'),
      route('email-course', 'routes/library/email-course/contents.tsx'),
      route('email-course/:month', 'routes/library/email-course/letter.tsx'),
      route('guides/getting-started', 'routes/library/getting-started.tsx'),
      route('ebook', 'routes/library/ebook.tsx'),
      route('ebook/cover.svg', 'routes/library/ebook-cover.ts'),
      route('ebook/:file', 'routes/library/ebook-download.tsx'),
      route('affiliate-centre', 'routes/affiliate-centre/index.tsx'),
      // For affiliates, resellers and admins: a plain member is asked to join first.
      layout('routes/affiliate-centre/layout.tsx', [
        route('affiliate-centre/tools', 'routes/affiliate-centre/tools.tsx'),
        route('affiliate-centre/support', 'routes/affiliate-centre/support.tsx', { id: 'affiliate-support' }),
        route('affiliate-centre/keys', 'routes/affiliate-centre/keys.tsx'),
        route('affiliate-centre/qr/:file', 'routes/affiliate-centre/qr-code.ts'),
        route('affiliate-centre/list-display', 'routes/affiliate-centre/list-display.ts', {
          id: 'affiliate-list-display',
        }),
        route('affiliate-centre/commissions', 'routes/affiliate-centre/commissions.tsx'),
        route('affiliate-centre/commissions/:id', 'routes/affiliate-centre/commission.tsx'),
        route('affiliate-centre/stats', 'routes/affiliate-centre/stats.tsx'),
        route('affiliate-centre/stats.csv', 'routes/affiliate-centre/stats-csv.ts'),
        ...payoutRoutes,
        route('affiliate-centre/training', 'routes/affiliate-centre/training.tsx'),
        route('affiliate-centre/training/:lesson', 'routes/affiliate-centre/lesson.tsx'),
        route('marketing-materials', 'routes/affiliate-centre/materials.tsx'),
        route('marketing-materials/:materialId/preview.png', 'routes/affiliate-centre/material-preview.ts'),
        route('marketing-materials/:materialId/:file', 'routes/affiliate-centre/material-file.ts'),
      ]),
      route('assistant', 'routes/assistant/start.tsx'),
      route('assistant/export', 'routes/assistant/export.ts'),
      route('assistant/:conversationId', 'routes/assistant/conversation.tsx'),
      route('community/new', 'routes/community/new-thread.tsx'),
      route('community/threads/:threadId', 'routes/community/thread.tsx'),
      route('community/posts/:postId', 'routes/community/place-of-post.ts'),
      route('community/posts/:postId/edit', 'routes/community/edit-post.tsx'),
      route('community/posts/:postId/report', 'routes/community/report-post.tsx'),
      route('community/posts/:postId/history', 'routes/community/post-history.tsx'),
      route('notifications', 'routes/member/notifications/notifications.tsx'),
      route('notifications/push', 'routes/member/notifications/push.ts'),
      route('gifts', 'routes/checkout/gifts/gifts.tsx'),
      route('gifts/new', 'routes/checkout/gifts/new-gift.tsx'),
      route('gifts/:giftId', 'routes/checkout/gifts/gift.tsx'),
      route('gifts/:giftId/edit', 'routes/checkout/gifts/edit-gift.tsx'),
      route('gifts/:giftId/card', 'routes/checkout/gifts/card.tsx'),
      layout('routes/member/settings-layout.tsx', [
        route('profile', 'routes/member/profile.tsx'),
        route('profile/picture', 'routes/member/picture.tsx', { id: 'own-picture' }),
        route('profile/offline', 'routes/member/offline-reading.tsx'),
        route('profile/appearance', 'routes/member/appearance.tsx'),
        route('profile/team', 'routes/member/team/team.tsx'),
        route('profile/billing', 'routes/member/billing/billing.tsx'),
        route('profile/billing/details', 'routes/member/billing/details.tsx'),
        route('profile/security', 'routes/member/security/security.tsx'),
        route('notifications/emails', 'routes/member/notifications/emails.tsx'),
        route('notifications/settings', 'routes/member/notifications/settings.tsx', {
          id: 'notification-settings',
        }),
        route('profile/team/seats', 'routes/member/team/seats.tsx'),
        route('profile/billing/cancel', 'routes/member/billing/cancel.tsx'),
        route('profile/billing/pause', 'routes/member/billing/pause.tsx'),
        route('profile/billing/yearly', 'routes/member/billing/yearly.tsx'),
        route('profile/billing/monthly', 'routes/member/billing/monthly.tsx'),
        route('profile/billing/refund/:paymentId', 'routes/member/billing/refund.tsx'),
        route('profile/billing/receipts/:number', 'routes/member/billing/receipt.tsx'),
        route('profile/security/email', 'routes/member/security/email.tsx'),
        route('profile/security/data', 'routes/member/security/data.tsx'),
        route('profile/security/delete', 'routes/member/security/delete.tsx'),
        route('profile/security/delete/give-up', 'routes/member/security/forfeit-commissions.tsx'),
        route('profile/security/sessions', 'routes/member/security/sessions.tsx'),
        route('profile/security/identities', 'routes/member/security/identities.tsx'),
        route('profile/security/authenticator', 'routes/member/security/authenticator.tsx'),
        route('profile/security/passkeys', 'routes/member/security/passkeys.tsx'),
        route('profile/security/recovery-codes', 'routes/member/security/recovery-codes.tsx'),
        route('change-password', 'routes/auth/change-password.tsx'),
      ]),
      route('billing', 'routes/member/billing/short-address.ts'),
      route('pictures/:pictureId', 'routes/member/picture-file.ts'),
      route('profile/billing/card/:token', 'routes/member/billing/card-link.ts'),
      route('profile/billing/receipts/:number/pdf', 'routes/member/billing/receipt-pdf.ts'),
      route('profile/security/data/:exportId', 'routes/member/security/data-archive.ts'),
      route('profile/security/passkeys/new', 'routes/member/security/new-passkey.ts'),
      route('profile/security/recovery-codes.txt', 'routes/member/security/recovery-codes-file.ts'),
      route('confirm-identity', 'routes/auth/confirm-identity.tsx'),
      route('confirm-identity/passkey', 'routes/auth/confirm-passkey.ts'),
      route('verify-email/resend', 'routes/auth/resend-verification.tsx'),
    ]),

    // For admins: others are refused.
    layout('routes/admin/layout.tsx', [
      route('admin', 'routes/admin/dashboard.tsx'),
      route('admin/claims', 'routes/admin/claims.tsx'),
      route('admin/users', 'routes/admin/users/users.tsx'),
      route('admin/list-display', 'routes/admin/list-display.ts'),
      route('admin/views', 'routes/admin/views/views.tsx'),
      route('admin/palette', 'routes/admin/palette.ts'),
      route('admin/users/new', 'routes/admin/users/new.tsx'),
      route('admin/users/export/:form', 'routes/admin/users/export.ts'),
      ...importRoutes,
      ...segmentRoutes,
      route('admin/users/:userId', 'routes/admin/users/user.tsx'),
      route('admin/users/:userId/edit', 'routes/admin/users/edit.tsx'),
      route('admin/users/:userId/access', 'routes/admin/users/access.tsx'),
      route('admin/users/:userId/payments/:paymentId/refund', 'routes/admin/users/refund.tsx'),
      route('admin/users/:userId/view', 'routes/admin/users/view.ts'),
      route('admin/users/:userId/delete', 'routes/admin/users/delete.tsx', { id: 'delete-user' }),
      route('admin/users/:userId/pause', 'routes/admin/users/pause.tsx'),
      route('admin/users/:userId/cancel', 'routes/admin/users/cancel.tsx'),
      route('admin/support', 'routes/admin/support/inbox.tsx'),
      route('admin/support/files/:attachmentId', 'routes/admin/support/attachment.ts', {
        id: 'desk-attachment',
      }),
      route('admin/support/unmatched', 'routes/admin/support/unmatched-emails.tsx'),
      route('admin/support/unmatched/:unmatchedId', 'routes/admin/support/unmatched-mail.tsx'),
      route('admin/support/mail/:mailId', 'routes/admin/support/email.tsx'),
      route('admin/support/mail/:mailId/original', 'routes/admin/support/email-original.ts'),
      route('admin/support/answers', 'routes/admin/support/answers.tsx'),
      route('admin/support/answers/:answerId', 'routes/admin/support/answer.tsx'),
      route('admin/support/:number', 'routes/admin/support/ticket.tsx', { id: 'desk-ticket' }),
      route('admin/payments', 'routes/admin/payments/payments.tsx'),
      route('admin/payments/adopt', 'routes/admin/payments/adopt/adopt.tsx'),
      route('admin/payments/adopt/subscriptions', 'routes/admin/payments/adopt/subscriptions.tsx', {
        id: 'foreign-subscriptions',
      }),
      route('admin/payments/requests', 'routes/admin/payments/refund-requests.tsx'),
      ...affiliateImportRoutes,
      ...commissionDeskRoutes,
      ...promotionRoutes,
      route('admin/gifts', 'routes/admin/gifts/gifts.tsx', { id: 'gift-desk' }),
      route('admin/gifts/:giftId', 'routes/admin/gifts/gift.tsx', { id: 'desk-gift' }),
      route('admin/community', 'routes/admin/community/queue.tsx'),
      route('admin/community/posts/:postId', 'routes/admin/community/post.tsx', { id: 'moderate-post' }),
      ...analyticsRoutes,
      ...contentRoutes,
      ...letterRoutes,
      route('admin/embedded-widget', 'routes/admin/devops/integration.tsx'),
      route('admin/embedded-widget/docs', 'routes/admin/devops/docs.tsx'),
      route('admin/mail', 'routes/admin/operations/mail.tsx'),
      route('admin/mail/templates', 'routes/admin/operations/mail-templates.tsx'),
      route('admin/mail/templates/:template', 'routes/admin/operations/mail-template.ts'),
      route('admin/webhooks', 'routes/admin/operations/webhooks.tsx'),
      ...sentWebhookRoutes,
      route('admin/webhooks/:provider/:eventId', 'routes/admin/operations/webhook.tsx'),
      route('admin/jobs', 'routes/admin/operations/jobs.tsx'),
      route('admin/assistant', 'routes/admin/assistant/assistant.tsx'),
      route('admin/widgets', 'routes/admin/widgets/widgets.tsx'),
      route('admin/products', 'routes/admin/products/products.tsx'),
      route('admin/products/new', 'routes/admin/products/new.tsx', { id: 'new-product' }),
      route('admin/products/:productKey', 'routes/admin/products/product.tsx'),
      route('admin/products/:productKey/prices', 'routes/admin/products/new-price.tsx'),
      route('admin/products/:productKey/currencies', 'routes/admin/products/currencies.tsx'),
      route('admin/products/:productKey/move', 'routes/admin/products/move.tsx'),
      route('admin/products/:productKey/moves/:moveId', 'routes/admin/products/moved.tsx'),
      layout('routes/admin/settings/settings-layout.tsx', [
        route('admin/settings', 'routes/admin/settings/settings.tsx'),
        route('admin/settings/authApi/status', 'routes/admin/settings/auth-api.tsx'),
        route('admin/settings/redirects', 'routes/admin/settings/redirects.tsx'),
        route('admin/settings/:section', 'routes/admin/settings/section.tsx'),
      ]),
      route('admin/audit', 'routes/admin/audit/audit.tsx'),
      route('admin/audit/export/:form', 'routes/admin/audit/export.ts'),
    ]),
    // Ends what an admin sees as a member.
    route('view-as/end', 'routes/public/end-view.ts'),
    // For programs with an admin's session; others bring a key, below.
    route('api/devops/keys', 'routes/admin/devops/keys-api.ts'),
    route('api/devops/generate-key', 'routes/admin/devops/generate-key.ts'),
    route('devops/generate-api-key', 'routes/admin/devops/generate-api-key.ts'),
    // Events for open pages.
    route('live', 'routes/member/live.ts'),
    // Called by the checkout's own script.
    route('checkout/accept', 'routes/checkout/accept.ts'),
    route('create-payment-intent', 'routes/checkout/create-payment-intent.ts'),

    // The assistant, for its panel and for programs with a session.
    route('api/ai-assistant', 'routes/assistant/api.ts'),
    route('api/ai-assistant/ticket', 'routes/assistant/ticket.ts'),
    route('api/ai-assistant/rating', 'routes/assistant/rating.ts'),
    route('api/ai-assistant/:requestKey/stream', 'routes/assistant/stream.ts'),

    // Begin a purchase on the provider's page, for forms and programs.
    route('create-membership-session', 'routes/checkout/create-membership-session.ts'),
    route('create-reseller-session', 'routes/checkout/create-reseller-session.ts'),
    route('create-pro-reseller-session', 'routes/checkout/create-pro-reseller-session.ts'),

    // Demo and development only.
    route('dev/design', 'routes/dev/design/design.tsx'),
    route('dev/outbox', 'routes/dev/outbox.tsx'),
    route('dev/outbox/:mailId', 'routes/dev/outbox-mail.ts'),

    // Unknown paths.
    route('admin/*', 'routes/resources/unknown-path.ts', { id: 'unknown-admin-path' }),
    route('*', 'routes/resources/unknown-path.ts'),
  ]),

  // Everything for programs: no cookies, answers in JSON.
  layout('routes/api/layout.ts', [
    layout('routes/api/affiliate/layout.ts', [
      route('api/affiliate/summary', 'routes/api/affiliate/summary.ts'),
      route('api/affiliate/stats', 'routes/api/affiliate/stats.ts', { id: 'api-affiliate-stats' }),
      route('api/affiliate/sources', 'routes/api/affiliate/sources.ts'),
      route('api/affiliate/commissions', 'routes/api/affiliate/commissions.ts', {
        id: 'api-affiliate-commissions',
      }),
    ]),
    layout('routes/api/devops/layout.ts', [
      route('api/devops/openapi.json', 'routes/api/devops/openapi.ts'),
      route('api/devops/sync/:resource', 'routes/api/devops/sync.ts'),
      route('metrics', 'routes/api/devops/metrics.ts'),
    ]),
    layout('routes/api/devops/endpoints-layout.ts', [
      route('api/devops/webhook-endpoints', 'routes/api/devops/webhook-endpoints.ts'),
      route('api/devops/webhook-endpoints/:endpointId', 'routes/api/devops/webhook-endpoint.ts'),
    ]),
    route('webhooks/stripe', 'routes/api/stripe-webhook.ts'),
    route('webhooks/paypal', 'routes/api/paypal-webhook.ts'),
    route('webhooks/postmark', 'routes/api/postmark-webhook.ts'),
    route('webhooks/resend', 'routes/api/resend-webhook.ts'),
    route('webhooks/mailgun', 'routes/api/mailgun-webhook.ts'),
    route('webhooks/ses', 'routes/api/ses-webhook.ts'),
    route('webhooks/mail', 'routes/api/mail-webhook.ts'),
    ...['api/*', 'auth/v1/*', 'webhooks/*', 'assets/*'].map((path) =>
      route(path, 'routes/api/not-found.ts', { id: `not-found:${path}` }),
    ),
  ]),

  // For frames on other sites: no cookies, no scripts.
  route('widgets/:kind', 'routes/widgets/widget.ts'),

  // Files and signs of life, the same for everybody.
  route('sitemap.xml', 'routes/resources/sitemap.ts'),
  route('robots.txt', 'routes/resources/robots.ts'),
  route('.well-known/security.txt', 'routes/resources/security-txt.ts'),
  route('security.txt', 'routes/resources/security-txt.ts', { id: 'security-txt-at-the-root' }),
  route('.well-known/change-password', 'routes/resources/change-password-address.ts'),
  route('service-worker.js', 'routes/resources/service-worker.ts'),
  route('manifest.webmanifest', 'routes/resources/web-manifest.ts'),
  route('feed.xml', 'routes/resources/feed.ts'),
  route('whats-new.xml', 'routes/resources/whats-new-feed.ts'),
  route('speculation-rules.json', 'routes/resources/speculation-rules.ts'),
  route('images/:image', 'routes/resources/content-image.ts'),
  route('og/*', 'routes/resources/og-image.ts'),
  route('meta.json', 'routes/resources/meta.ts'),
  route('healthz', 'routes/resources/healthz.ts'),
  route('livez', 'routes/resources/livez.ts'),
  route('readyz', 'routes/resources/readyz.ts'),
] satisfies RouteConfig;
