import { expect, it } from 'vitest';
import { certificateNumber, linkedInAddress } from '#app/domain/learning/quizzes/certificate-sharing.ts';

it('numbers a certificate by its code', () => {
  expect(certificateNumber('abcd2345efgh6789')).toBe('ABCD-2345-EFGH-6789');
});

it('fills in the form of LinkedIn', () => {
  const address = new URL(
    linkedInAddress({
      courseTitle: 'Email & more',
      brandName: 'Marketing Academy',
      earnedAt: new Date('2026-03-01T00:00:00Z'),
      address: 'https://example.com/certificates/abcd2345efgh6789',
      number: 'ABCD-2345-EFGH-6789',
    }),
  );
  expect(address.origin + address.pathname).toBe('https://www.linkedin.com/profile/add');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'Email & more',
    organizationName: 'Marketing Academy',
    issueYear: '2026',
    issueMonth: '3',
    certUrl: 'https://example.com/certificates/abcd2345efgh6789',
    certId: 'ABCD-2345-EFGH-6789',
  });
});
