// The script of the button that turns notifications on in this browser, loaded when it is pressed.

/** Turns what this browser shows on or off; says how it went beside the button. */
export async function press(button: HTMLButtonElement): Promise<void> {
  const status = button.nextElementSibling;
  const say = (words: string) => {
    if (status) status.textContent = words;
  };
  try {
    if (!('serviceWorker' in navigator) || !('PushManager' in window))
      return say('This browser cannot show notifications.');
    const worker = await navigator.serviceWorker.register('/service-worker.js');
    const existing = await worker.pushManager.getSubscription();
    if (button.value === 'off') {
      if (existing) await send(button, { intent: 'remove', endpoint: existing.endpoint });
      await existing?.unsubscribe();
      return show(button, false, say);
    }
    if ((await Notification.requestPermission()) !== 'granted')
      return say('This browser does not let the site show notifications. Its settings have that choice.');
    const subscription =
      existing ??
      (await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: button.dataset.key ?? '',
      }));
    const { endpoint = '', keys = {} } = subscription.toJSON();
    await send(button, { intent: 'add', endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' });
    return show(button, true, say);
  } catch {
    say('That did not work. Please try again.');
  }
}

function show(button: HTMLButtonElement, isOn: boolean, say: (words: string) => void): void {
  button.value = isOn ? 'off' : 'on';
  button.textContent = isOn ? 'Turn off in this browser' : 'Turn on in this browser';
  say(isOn ? 'On. Tick above what this browser shows.' : 'Off in this browser.');
}

async function send(button: HTMLButtonElement, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(button.dataset.at ?? '', { method: 'POST', body: new URLSearchParams(fields) });
  if (!answer.ok) throw new Error(String(answer.status));
}
