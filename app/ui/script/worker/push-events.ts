import { worker } from '#app/ui/script/worker/worker-scope.ts';

interface Pushed {
  text?: string;
  path?: string;
  tag?: string;
}

/** Shows what the site pushes, and opens its page when it is pressed. */
export function showPushed(): void {
  worker.addEventListener('push', (event) => {
    let pushed: Pushed = {};
    try {
      pushed = (event.data?.json() ?? {}) as Pushed;
    } catch {
      // Without words there is still something to be read.
    }
    const { text = 'Something is new', path = '/notifications', tag = '' } = pushed;
    event.waitUntil(worker.registration.showNotification(text, { tag, data: { path } }));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path } = event.notification.data as { path: string };
    event.waitUntil(worker.clients.openWindow(/^\/(?!\/)/.test(path) ? path : '/notifications'));
  });
}
