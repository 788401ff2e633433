import type { OpenApiDocument, OpenApiOperation } from './open-api.ts';

/** The page has no scripts; its one style sheet stands in it. */
export const referencePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const css = `body{font:14px/1.5 system-ui,sans-serif;color:#1c252e;max-width:960px;margin:32px auto;padding:0 16px}h1{font-size:24px}h2{font-size:18px;margin-top:32px;text-transform:capitalize}details{border:1px solid #dfe3e8;border-radius:8px;margin:8px 0;padding:8px 12px}summary{cursor:pointer}code{font-family:ui-monospace,monospace}pre{background:#f4f6f8;border-radius:8px;padding:12px;overflow:auto}b{display:inline-block;min-width:64px;color:#00695c}`;

/** The OpenAPI document as a page to read, grouped by noun. */
export function referencePage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const sections = [...groups].map(
    ([tag, entries]) => `<h2>${escape(tag)}</h2>${entries.map(section).join('')}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Handover API</title><style>${css}</style></head><body><main><h1>Handover API</h1><p>Base path <code>/api</code>, JSON, bearer token. The machine-readable form is at <a href="/api/openapi.json">/api/openapi.json</a>.</p>${sections.join('')}</main></body></html>`;
}

function section({
  path,
  method,
  operation,
}: {
  path: string;
  method: string;
  operation: OpenApiOperation;
}): string {
  const { summary, description, parameters, requestBody, responses } = operation;
  const detail = JSON.stringify({ parameters, requestBody, responses }, null, 2);
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code> ${escape(summary)}</summary><p>${escape(description)}</p><pre>${escape(detail)}</pre></details>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
