import type { Profile } from '@handover/contract/auth/auth.ts';
import { deferIcons, registerIcons } from '@handover/ui-lite/icon/registry.ts';
import { AppProviders } from '@handover/ui/app-providers.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, type RenderResult } from '@testing-library/react';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { vi } from 'vitest';
import { publicIcons } from '#app/icons/public.generated.ts';
import { workIcons } from '#app/icons/work.generated.ts';
import { storeToken } from '#shared/api/stored-session.ts';
import { SessionProvider, useOptionalUser } from '#shared/session/session-context.tsx';
import { aProfile } from './profile.ts';

export interface Call {
  readonly method: string;
  /** The path below `/api`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly key: string | null;
}

type StubResponse = (call: Call) => unknown;

registerIcons(publicIcons);
deferIcons(async () => workIcons);

/** A response with an error of the server. */
export function errorResponse(status: number, code: string, rest: object = {}): Response {
  return new Response(JSON.stringify({ status, code, title: code, detail: `${code}.`, ...rest }), { status });
}

/**
 * Stubs the API with `{'GET /users': (call) => body}`, where `{id}` matches any segment and a `Response` is returned
 * unchanged. The calls are recorded in order. An unexpected call fails with a 501.
 */
export function stubApi(
  answers: Readonly<Record<string, StubResponse>>,
  profile: Profile = aProfile(),
): Call[] {
  const calls: Call[] = [];
  const all: Record<string, StubResponse> = {
    'GET /auth/profile': () => ({ user: profile }),
    'GET /members': () => ({ members: [] }),
    'GET /tags': () => ({ tags: [] }),
    'GET /client-plans/choices': () => ({ clientPlans: [] }),
    'GET /custom-fields': () => ({ customFields: [], currency: 'USD' }),
    'GET /businesses/{id}/legal-hold': () => ({ legalHold: null, canPlaceLegalHold: false }),
    ...answers,
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers, body }: RequestInit) => {
    const url = new URL(address, 'http://localhost');
    const text = body === null || body === undefined ? null : await new Response(body).text();
    const call = {
      method,
      path: url.pathname.replace('/api', ''),
      query: url.searchParams,
      body: parseJson(text),
      key: new Headers(headers).get('Idempotency-Key'),
    };
    calls.push(call);
    const found = Object.entries(all).find(([name]) => toPattern(name).test(`${method} ${call.path}`));
    const answer =
      found === undefined
        ? errorResponse(501, 'NOT_STUBBED', { detail: `${method} ${call.path}` })
        : await found[1](call);
    return answer instanceof Response
      ? answer
      : new Response(answer === undefined ? '' : JSON.stringify(answer));
  });
  return calls;
}

/** The bodies of the calls with a method, in order. */
export function listBodies(calls: readonly Call[], method = 'PATCH'): unknown[] {
  return calls.filter((call) => call.method === method).map(({ body }) => body);
}

let isNarrow = false;
const widthListeners = new Set<() => void>();

/** Changes the width of the window that `openWork` has opened. */
export function resizeTo(width: 'phone' | 'desktop'): void {
  act(() => {
    isNarrow = width === 'phone';
    for (const listener of widthListeners) listener();
  });
}

/** Renders a part of the signed-in app at an address; `isPhone` sets the window width. */
export async function openWork(
  part: ReactElement,
  { address = '/', isPhone = false } = {},
): Promise<RenderResult> {
  storeToken('token');
  vi.stubGlobal('scrollTo', vi.fn());
  isNarrow = isPhone;
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isNarrow;
    },
    addEventListener: (_type: string, listener: () => void) => widthListeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => widthListeners.delete(listener),
  }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const shown = render(
    <SessionProvider>
      <MemoryRouter initialEntries={[address]}>
        <QueryClientProvider client={client}>
          <AppProviders>
            <SignedIn>{part}</SignedIn>
          </AppProviders>
        </QueryClientProvider>
      </MemoryRouter>
    </SessionProvider>,
  );
  await screen.findByTestId('place');
  return shown;
}

/** Renders a part with a record. Returns a function that replaces the record with one changed by a colleague. */
export async function openUpdated<T>(
  first: T,
  part: (record: T) => ReactElement,
): Promise<(next: T) => void> {
  let update = (_next: T): void => undefined;
  function Opened(): ReactElement {
    const [record, setRecord] = useState(first);
    useEffect(() => {
      update = setRecord;
    }, []);
    return part(record);
  }
  await openWork(<Opened />);
  return (next) => act(() => update(next));
}

/** The current address: path and query. */
export function getUrl(): URL {
  return new URL(screen.getByTestId('place').textContent, 'http://localhost');
}

function SignedIn({ children }: { children: ReactNode }): ReactNode {
  const user = useOptionalUser();
  const { pathname, search } = useLocation();
  if (user === null) return null;
  return (
    <>
      {children}
      <output data-testid="place">{pathname + search}</output>
    </>
  );
}

function toPattern(name: string): RegExp {
  return new RegExp(`^${name.replace(/\{\w+\}/g, '[^/]+')}$`);
}

function parseJson(text: string | null): unknown {
  return text === null || text === '' ? null : JSON.parse(text);
}
