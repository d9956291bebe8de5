import type { SampleViewerKind } from '#app/domain/core/access/sample-viewers.ts';

/** What each kind of person is called in a preview. */
export const sampleViewerNames: Readonly<Record<SampleViewerKind, string>> = {
  visitor: 'a visitor who is not signed in',
  registered: 'a registered user without a membership',
  member: 'a member',
  affiliate: 'an affiliate without a membership',
  reseller: 'a reseller',
  pro_reseller: 'a pro reseller',
};
