/** What stands for the parts of an address that are open. */
const samples: Record<string, string> = {
  ':playbookSlug': 'keyword-map',
  ':guideSlug': 'purchase-cycle',
  ':seriesSlug': 'entrepreneurial',
  ':courseSlug': 'seo',
  ':moduleSegment': 'module-1',
  ':calculatorSlug': 'free-shipping',
  ':month': '1',
  ':shelf': 'guides',
  ':name': 'purchase-cycle',
  ':document': 'terms',
  ':newsMonth': '2026-11',
  ':lesson': 'module-1-lesson-1',
  ':token': 'unknown',
  ':section': 'payouts',
  ':kind': 'courses',
  ':file': 'unknown',
  ':reportFile': 'learners.csv',
  ':mailId': 'unknown',
  ':materialId': 'unknown',
  ':code': 'unknown',
  ':id': 'unknown',
  ':paymentId': 'unknown',
  ':number': 'unknown',
  ':resource': 'unknown',
  ':conversationId': 'unknown',
  ':requestKey': 'unknown-key',
  ':eventId': 'unknown',
  ':deliveryId': 'unknown',
  ':endpointId': 'unknown',
  ':productKey': 'ebook',
  ':productSlug': 'unknown',
  ':exportId': 'unknown',
  ':answerId': 'unknown',
  ':form': 'unknown',
  ':provider': 'stripe',
  ':template': 'unknown',
  ':postId': '00000000-0000-7000-8000-000000000000',
  ':threadId': '00000000-0000-7000-8000-000000000000',
  ':pictureId': 'unknown',
  ':image': 'unknown',
  ':courseFile': 'unknown',
  ':attachmentId': 'unknown',
  ':versionId': '00000000-0000-7000-8000-000000000000',
  ':submissionId': '00000000-0000-7000-8000-000000000000',
  ':affiliateImportId': '00000000-0000-7000-8000-000000000000',
  ':suppressionId': '00000000-0000-7000-8000-000000000000',
  ':letterId': '00000000-0000-7000-8000-000000000000',
  ':sequenceId': '00000000-0000-7000-8000-000000000000',
  ':part': 'module-1',
  ':stepId': '00000000-0000-7000-8000-000000000000',
  ':linkId': 'unknown',
  ':segmentId': '00000000-0000-7000-8000-000000000000',
  ':contentImportId': '00000000-0000-7000-8000-000000000000',
  ':format': 'gift',
  ':importId': '00000000-0000-7000-8000-000000000000',
  ':giftId': '00000000-0000-7000-8000-000000000000',
  ':moveId': '00000000-0000-7000-8000-000000000000',
  ':promotionCodeId': '00000000-0000-7000-8000-000000000000',
  ':unmatchedId': '00000000-0000-7000-8000-000000000000',
  ':userId': '00000000-0000-7000-8000-000000000000',
};

/** An address of a route: its pattern with something in the place of its open parts. */
export const addressOf = (path: string) =>
  path
    .split('/')
    .map((part) => {
      if (!part.startsWith(':')) return part;
      const sample = samples[part];
      if (!sample)
        throw new Error(
          `Add to samples in tests/integration/route-samples.ts: '${part}': 'unknown', (or what opens a page at ${path})`,
        );
      return sample;
    })
    .join('/');
