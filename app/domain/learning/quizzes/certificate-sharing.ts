/** What of a certificate is shared. */
interface SharedCertificate {
  courseTitle: string;
  brandName: string;
  earnedAt: Date;
  /** Where anybody verifies it. */
  address: string;
  number: string;
}

/** The number of a certificate as it is read aloud: its code in groups of four, in capitals. */
export const certificateNumber = (code: string): string =>
  code
    .toUpperCase()
    .match(/.{1,4}/g)
    ?.join('-') ?? '';

/** The page of LinkedIn that adds a certificate to the profile of whoever opens it, filled in. */
export function linkedInAddress({
  courseTitle,
  brandName,
  earnedAt,
  address,
  number,
}: SharedCertificate): string {
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: courseTitle,
    organizationName: brandName,
    issueYear: String(earnedAt.getUTCFullYear()),
    issueMonth: String(earnedAt.getUTCMonth() + 1),
    certUrl: address,
    certId: number,
  });
  return `https://www.linkedin.com/profile/add?${query}`;
}
