/** A topic or level as filters and lists name it. */
export function topicName(topic: string): string {
  return topic === 'ai' ? 'AI' : topic.charAt(0).toUpperCase() + topic.slice(1);
}
