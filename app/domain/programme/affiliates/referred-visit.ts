/** By what an address says whose it is: an affiliate's name, a promotion code, or a short link. */
export type ReferralName = { username: string } | { promotionCode: string } | { shortLink: string };

/** A page opened through an affiliate's address. */
export interface ReferredVisit {
  name: ReferralName;
  /** Another name in the same address, for when nobody has the first. */
  otherName?: ReferralName | undefined;
  /** The page's path, without its query; a short link leads to its own. */
  landingPage: string;
  /** The visitor's address; only counted by, never stored (P38). */
  clientAddress: string;
  userAgent: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
}
