declare global {
  interface Window {
    /** Read by the style engine of the toasts. */
    __nonce__?: string;
  }
}

/** The nonce that this page's content policy allows styles with; undefined where the page came without one. */
export const styleNonce: string | undefined = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

if (styleNonce !== undefined) window.__nonce__ = styleNonce;
