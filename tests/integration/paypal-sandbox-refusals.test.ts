import { describe, expect, it } from 'vitest';
import { fake, idIn, newPaypalMember, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { newViewer } from '#tests/integration/people.ts';
import { openPaypalApproval } from '#tests/integration/purchases.ts';

withPaypal();

const json = 'application/json';

/** A request to the API: the answer's status, and PayPal's name for what is wrong. */
async function ask(path: string, { method = 'GET', headers = {}, body }: RequestInit = {}) {
  const request: RequestInit = { method, headers };
  if (body !== undefined) request.body = body;
  const answer = await fetch(new URL(path, fake.settings.apiBase), request);
  const text = await answer.text();
  const said = text ? (JSON.parse(text) as { details?: { issue: string }[]; access_token?: string }) : {};
  return { status: answer.status, issue: said.details?.[0]?.issue, token: said.access_token };
}

const credentials = (secret = fake.settings.clientSecret) =>
  `Basic ${Buffer.from(`${fake.settings.clientId}:${secret}`).toString('base64')}`;

const askForToken = (Authorization = credentials(), body = 'grant_type=client_credentials') =>
  ask('/v1/oauth2/token', { method: 'POST', headers: { Authorization }, body });

/** A request with a token that holds. */
async function call(path: string, method = 'GET', body?: string, headers: Record<string, string> = {}) {
  const { token } = await askForToken();
  return ask(path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': json, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

const subscription = (id: string) => `/v1/billing/subscriptions/${id}`;
const cancellation = JSON.stringify({ reason: 'Enough' });

describe('the sandbox’s PayPal', () => {
  it('gives a token for the right credentials alone', async () => {
    expect(await askForToken()).toMatchObject({ status: 200, token: expect.any(String) });
    expect(await askForToken(credentials('other'))).toMatchObject({ status: 401, issue: 'invalid_client' });
    expect(await askForToken(credentials(), 'grant_type=password')).toMatchObject({
      status: 400,
      issue: 'unsupported_grant_type',
    });
  });

  it('answers nothing without a token, with one it never gave, or with one that is too old', async () => {
    const { id, saleId } = await newPaypalMember();
    const { token } = await askForToken();
    const withToken = (Authorization: string) => ask(subscription(id), { headers: { Authorization } });
    expect((await withToken(`Bearer ${token}`)).status).toBe(200);
    const refused = { status: 401, issue: 'AUTHENTICATION_FAILURE' };
    for (const given of ['Bearer', 'Bearer other', `Bearer ${saleId}`])
      expect(await withToken(given), given).toMatchObject(refused);
    await fake.passDays(1);
    expect(await withToken(`Bearer ${token}`)).toMatchObject(refused);
  });

  it('knows no other calls, and no other objects', async () => {
    const { id, saleId } = await newPaypalMember();
    expect((await call('/v1/billing/nothing')).issue).toContain('NO_SUCH_CALL');
    for (const path of [
      subscription(saleId),
      `/v1/payments/sale/${id}`,
      `/v1/payments/refund/${saleId}`,
      `/v1/notifications/webhooks-events/${id}`,
    ])
      expect(await call(path), path).toMatchObject({ status: 404, issue: 'INVALID_RESOURCE_ID' });
    expect(await call(`/v1/notifications/webhooks-events/${id}/resend`, 'POST', '{}')).toMatchObject({
      status: 404,
    });
  });

  it('takes JSON of the fields it knows, and keys that are not too long', async () => {
    const { id } = await newPaypalMember();
    const cancel = (body: string, headers = {}) => call(`${subscription(id)}/cancel`, 'POST', body, headers);
    expect(await cancel(cancellation, { 'Content-Type': 'text/plain' })).toMatchObject({
      status: 415,
      issue: 'UNSUPPORTED_MEDIA_TYPE',
    });
    expect((await cancel('{')).issue).toBe('MALFORMED_REQUEST_JSON');
    expect((await cancel('{}')).issue).toBe('INVALID_PARAMETER_SYNTAX');
    expect((await cancel('{"reason":"a","colour":"red"}')).issue).toBe('INVALID_PARAMETER_SYNTAX');
    expect((await cancel(cancellation, { 'PayPal-Request-Id': 'x'.repeat(39) })).issue).toBe(
      'INVALID_REQUEST_ID',
    );
    expect(await cancel(`"${'x'.repeat(100_001)}"`)).toMatchObject({ status: 413 });
    const times = 'start_time=2020-01-01T00:00:00Z&end_time=2020-01-02T00:00:00.000Z';
    expect((await call(`${subscription(id)}/transactions?${times}`)).issue).toBe('INVALID_PARAMETER_VALUE');
    expect((await cancel(cancellation, { 'PayPal-Request-Id': 'x'.repeat(38) })).status).toBe(204);
  });

  it('cancels what was approved and has not ended', async () => {
    const { id } = await newPaypalMember();
    const cancel = (which: string) => call(`${subscription(which)}/cancel`, 'POST', cancellation);
    const refused = { status: 422, issue: 'SUBSCRIPTION_STATUS_INVALID' };
    expect(await cancel(idIn(await openPaypalApproval(await newViewer())))).toMatchObject(refused);
    await fake.suspend(id);
    expect((await cancel(id)).status).toBe(204);
    expect(await cancel(id)).toMatchObject(refused);
    await expect(fake.approve(id)).rejects.toMatchObject({ issue: refused.issue });
  });

  it('gives back no more than was paid', async () => {
    const { saleId } = await newPaypalMember();
    const refund = (value?: string) =>
      call(
        `/v2/payments/captures/${saleId}/refund`,
        'POST',
        JSON.stringify(value ? { amount: { value, currency_code: 'USD' } } : {}),
      );
    expect((await refund('1.00')).status).toBe(201);
    expect(await refund('46.01')).toMatchObject({ status: 422, issue: 'REFUND_AMOUNT_EXCEEDED' });
    expect((await refund()).status).toBe(201);
    expect(await refund()).toMatchObject({ status: 422, issue: 'CAPTURE_FULLY_REFUNDED' });
  });

  it('answers a call of the same key once, and no other call of that key', async () => {
    const { saleId } = await newPaypalMember();
    const refund = (value: string) => {
      const body = JSON.stringify({ amount: { value, currency_code: 'USD' } });
      return call(`/v2/payments/captures/${saleId}/refund`, 'POST', body, {
        'PayPal-Request-Id': `r-${saleId}`,
      });
    };
    expect((await refund('1.00')).status).toBe(201);
    expect((await refund('1.00')).status).toBe(200);
    expect(await refund('2.00')).toMatchObject({ status: 422, issue: 'DUPLICATE_REQUEST_ID' });
    expect((await fake.sale(saleId))?.refundedCents).toBe(100);
  });

  it('answers nothing while it is down', async () => {
    fake.health.isDown = true;
    expect(await askForToken()).toMatchObject({ status: 503, issue: 'SERVICE_UNAVAILABLE' });
  });
});
