// Shows what the site pushes, and opens its page. It is registered by the button under Notifications alone, and does nothing else.
self.addEventListener('push', (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // Without words there is still something to be read.
  }
  const { text = 'Something is new', path = '/notifications', tag } = told;
  event.waitUntil(self.registration.showNotification(text, { tag, data: { path } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  event.waitUntil(self.clients.openWindow(/^\/(?!\/)/.test(path) ? path : '/notifications'));
});
