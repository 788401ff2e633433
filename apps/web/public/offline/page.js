const retryMs = 5_000;

const draftCount = Object.keys(localStorage).filter((name) => /^(?:form-)?draft:/.test(name)).length;
if (draftCount === 1) say('drafts', 'Your draft is saved on this device.');
if (draftCount > 1) say('drafts', `${draftCount} drafts are saved on this device.`);

document.querySelector('button')?.addEventListener('click', () => {
  say('state', 'Trying…');
  void retry();
});
window.addEventListener('online', () => void retry());
setInterval(() => void retry(), retryMs);

/** The offline page keeps the requested address, so a reload opens the requested page. */
async function retry() {
  try {
    const { ok } = await fetch('/api/health', { cache: 'no-store' });
    if (ok) window.location.reload();
    else say('state', 'The server is not responding. We’ll keep trying.');
  } catch {
    say('state', 'Still no connection.');
  }
}

/**
 * @param {string} id
 * @param {string} text
 */
function say(id, text) {
  const line = document.querySelector(`#${id}`);
  if (line !== null) line.textContent = text;
}
