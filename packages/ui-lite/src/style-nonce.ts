declare global {
  interface Window {
    /** Read by the style engine of the toasts when it is loaded, so the entry of the app loads this module first. */
    __nonce__?: string;
  }
}

/** The nonce that this page's content policy allows styles with; undefined where the page came without one. */
export const styleNonce: string | undefined = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

if (styleNonce !== undefined) window.__nonce__ = styleNonce;
