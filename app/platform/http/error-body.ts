const codes: Record<number, string> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'not_allowed',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  410: 'gone',
  413: 'request_too_large',
  415: 'unsupported_media_type',
  422: 'invalid',
  429: 'rate_limited',
  503: 'unavailable',
};

function typeOf(status: number): string {
  if (status === 401 || status === 403) return 'authentication_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'api_error';
}

/** What a program is told of a failure (P101); the code is that of the status where none is given. */
export const errorBody = (status: number, message: string, code = codes[status] ?? 'error') => ({
  error: { type: typeOf(status), code, message },
});
