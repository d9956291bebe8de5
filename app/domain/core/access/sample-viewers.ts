import { plainViewer, type Viewer } from '#app/domain/core/access/viewer.ts';

/** The kinds of people that a page can be previewed as, in the order of the form. */
export const sampleViewerKinds = [
  'visitor',
  'registered',
  'member',
  'affiliate',
  'reseller',
  'pro_reseller',
] as const;
export type SampleViewerKind = (typeof sampleViewerKinds)[number];

/** No row has this id, so that nothing is known of whom a page is previewed as. */
const nobody = '00000000-0000-7000-8000-000000000000';

/** Somebody of a kind who has just come and begun nothing; null for a visitor. Resellers have the membership that sells with it. */
export function sampleViewer(kind: SampleViewerKind): Viewer | null {
  if (kind === 'visitor') return null;
  return {
    ...plainViewer,
    id: nobody,
    sessionId: nobody,
    email: 'preview@example.com',
    name: 'Preview',
    role: kind === 'registered' ? 'member' : kind,
    hasMembership: kind !== 'registered' && kind !== 'affiliate',
  };
}
