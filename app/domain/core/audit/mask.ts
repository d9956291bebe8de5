// The audit log can never be changed, not even when somebody asks to be forgotten: people's data stands in it masked.

/** An address by which whoever knows it recognises it: "j***@e***.com". */
export function maskedEmail(email: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/.exec(email) ?? [];
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : '';
  return `${[...local][0] ?? ''}***@${[...domain][0] ?? ''}***${ending}`;
}

/** A name likewise: "J***". */
export function maskedName(name: string): string {
  return `${[...name.trim()][0] ?? ''}***`;
}
