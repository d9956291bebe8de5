// Stands in for PayPal's SDK for browsers, version 6: as much of it as the site uses, and it refuses what the SDK refuses. Its window is
// PayPal's page, which provider-scripts.ts answers.
{
  const { origin } = new URL(document.currentScript.src);

  const problem = (code, message) => Object.assign(new Error(message), { code, isRecoverable: false });

  const onlyKnown = (given, known, of) => {
    for (const [name, value] of Object.entries(given ?? {}))
      if (value !== undefined && !known.includes(name))
        throw problem('INVALID_PARAMETER', `${name} is no ${of}.`);
  };

  /** Each kind of purchase: how a session of it is made, and how its id is called. */
  const kinds = {
    'paypal-payments': {
      session: 'createPayPalOneTimePaymentSession',
      id: 'orderId',
      flow: 'ONE_TIME_PAYMENT',
    },
    'paypal-subscriptions': {
      session: 'createPayPalSubscriptionPaymentSession',
      id: 'subscriptionId',
      flow: 'RECURRING_PAYMENT',
    },
  };

  const callbacks = ['onApprove', 'onCancel', 'onError', 'onComplete', 'onWarn'];

  /** What the page tells how it went: its answer comes from the window that was opened. */
  const answerOf = (opened) =>
    new Promise((resolve) => {
      const hear = ({ source, origin: from, data }) => {
        if (source !== opened || from !== origin) return;
        window.removeEventListener('message', hear);
        resolve(data);
      };
      window.addEventListener('message', hear);
    });

  function createSession({ id: idName }, options) {
    onlyKnown(options, [...callbacks, 'orderId', 'savePayment', 'testBuyerCountry', 'commit'], 'option');
    if (typeof options.onApprove !== 'function') throw problem('INVALID_PARAMETER', 'onApprove is missing.');
    let isDestroyed = false;
    return {
      async start({ presentationMode, ...rest } = {}, begun) {
        onlyKnown(rest, ['fullPageOverlay', 'autoRedirect'], 'presentation option');
        if (isDestroyed) throw problem('SESSION_DESTROYED', 'The session is over.');
        if (!['auto', 'popup', 'modal'].includes(presentationMode))
          throw problem('INVALID_PARAMETER', `${presentationMode} is no presentation mode.`);
        if (!navigator.userActivation.isActive) throw problem('POPUP_BLOCKED', 'Nobody has pressed.');
        if (!(begun instanceof Promise)) throw problem('INVALID_PARAMETER', 'There is no promise of an id.');
        const opened = window.open('about:blank', 'paypal', 'popup,width=500,height=600');
        if (!opened) throw problem('POPUP_BLOCKED', 'The window was not opened.');
        try {
          const id = (await begun)?.[idName];
          if (typeof id !== 'string' || id === '') throw problem('INVALID_ID', `There is no ${idName}.`);
          const answered = answerOf(opened);
          opened.location.replace(`${origin}/checkoutnow?kind=${idName}&id=${encodeURIComponent(id)}`);
          const said = await answered;
          if (said === 'approved') await options.onApprove({ [idName]: id, payerId: 'SANDBOXPAYER' });
          else if (said === 'canceled') options.onCancel?.({ [idName]: id });
          else throw problem('UNKNOWN_ID', `PayPal knows no such ${idName}.`);
        } catch (error) {
          options.onError?.(error);
          throw error;
        } finally {
          opened.close();
        }
      },
      cancel() {},
      destroy() {
        isDestroyed = true;
      },
    };
  }

  class PaypalButton extends HTMLElement {
    connectedCallback() {
      const shadow = this.attachShadow({ mode: 'open' });
      // Styles of the button's own, and a picture of PayPal's, as the policy of a page with it has to allow.
      shadow.innerHTML = `<style>button { width: 100%; min-height: 48px; border: 0; border-radius: 4px; background: #ffc439; }</style>
        <button type="button"><img src="https://www.paypalobjects.com/logo.svg" alt="PayPal" height="20"></button>`;
    }
  }

  async function createInstance(options) {
    onlyKnown(
      options,
      ['clientId', 'clientToken', 'components', 'pageType', 'locale', 'merchantId', 'testBuyerCountry'],
      'option',
    );
    const { clientId, clientToken, components, locale } = options;
    if (Boolean(clientId) === Boolean(clientToken))
      throw problem('INVALID_PARAMETER', 'Either clientId or clientToken is required.');
    if (locale !== undefined && !/^[a-z]{2}-[A-Z]{2}$/.test(locale))
      throw problem('INVALID_PARAMETER', `${locale} is no locale.`);
    const used = components.map((name) => {
      if (!Object.hasOwn(kinds, name)) throw problem('INVALID_PARAMETER', `${name} is no component.`);
      return kinds[name];
    });
    if (!customElements.get('paypal-button')) customElements.define('paypal-button', PaypalButton);
    return {
      async findEligibleMethods(asked) {
        onlyKnown(asked, ['amount', 'currencyCode', 'paymentFlow'], 'option');
        const { currencyCode, paymentFlow } = asked;
        if (!/^[A-Z]{3}$/.test(currencyCode)) throw problem('INVALID_PARAMETER', 'That is no currency.');
        if (!used.some(({ flow }) => flow === paymentFlow))
          throw problem('INVALID_PARAMETER', `Nothing is loaded for ${paymentFlow}.`);
        const eligible = await (await fetch(`${origin}/eligible?client=${clientId}`)).json();
        return { isEligible: (method) => eligible.includes(method), getDetails: () => ({}) };
      },
      ...Object.fromEntries(used.map((kind) => [kind.session, (given) => createSession(kind, given)])),
    };
  }

  window.paypal = { version: '6.3.1', createInstance };
}
