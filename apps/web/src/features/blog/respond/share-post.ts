/**
 * Hands the post's address to the device's own sharing, or copies it. Returns what to tell the reader;
 * null when they thought better of it.
 */
export async function sharePost({ slug, title }: { slug: string; title: string }): Promise<string | null> {
  const url = new URL(`/blog/${slug}`, window.location.origin).href;
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url });
      return 'Shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'Link copied';
  } catch {
    // By plain http, or where the browser was told not to: the address to copy by hand.
    return url;
  }
}
