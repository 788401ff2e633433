import { standardPipeline } from '@handover/contract/businesses/pipeline.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { someSettings } from '#test-setup/settings.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import PipelineScreen from './pipeline-screen.tsx';

const listSentBodies = (calls: Call[]) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
const named = {
  ...standardPipeline,
  lead: { name: 'First call', clientName: null, stuckAfterDays: 9 },
};
const responses = { 'GET /workspace': () => ({ workspace: someSettings({ pipeline: named }) }) };
const findStage = async (name: string) => within(await screen.findByRole('group', { name }));
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save pipeline' }));

it('renames stages for the office and for clients; an empty field means the standard name', async () => {
  const calls = stubApi({
    ...responses,
    'PATCH /workspace': ({ body }) => ({ workspace: someSettings({ ...(body as object), version: 2 }) }),
  });
  await openWork(<PipelineScreen />);
  const lead = await findStage('Lead');
  expect(lead.getByLabelText('Name')).toHaveValue('First call');
  await userEvent.clear(lead.getByLabelText('Name'));
  const packaging = await findStage('Packaging');
  await userEvent.type(packaging.getByLabelText('Name'), 'Paperwork');
  await userEvent.type(packaging.getByLabelText('Client-facing name'), 'Getting ready');
  await userEvent.clear(packaging.getByLabelText('Stalled after'));
  await userEvent.type(packaging.getByLabelText('Stalled after'), '60');
  await save();
  expect(await screen.findByText('Pipeline saved')).toBeVisible();
  const pipeline = {
    ...standardPipeline,
    lead: { name: null, clientName: null, stuckAfterDays: 9 },
    packaging: { name: 'Paperwork', clientName: 'Getting ready', stuckAfterDays: 60 },
  };
  expect(listSentBodies(calls)).toEqual([{ version: 1, pipeline }]);
});

it('shows the standard name as the placeholder of an empty field', async () => {
  stubApi(responses);
  await openWork(<PipelineScreen />);
  const valuation = await findStage('Valuation');
  expect(valuation.getByLabelText('Name')).toHaveAttribute('placeholder', 'Valuation');
  await userEvent.type(valuation.getByLabelText('Name'), 'Pricing');
  expect(valuation.getByLabelText('Client-facing name')).toHaveAttribute('placeholder', 'Pricing');
  expect((await findStage('Lead')).getByLabelText('Client-facing name')).toHaveAttribute(
    'placeholder',
    'Initial consultation',
  );
});

it('has no time limit for closed stages', async () => {
  stubApi(responses);
  await openWork(<PipelineScreen />);
  expect((await findStage('Under offer')).getByLabelText('Stalled after')).toHaveValue('30');
  for (const name of ['Sold', 'Withdrawn', 'Expired'])
    expect((await findStage(name)).queryByLabelText('Stalled after')).toBeNull();
});

it('shows errors at their fields and sends nothing', async () => {
  const calls = stubApi(responses);
  await openWork(<PipelineScreen />);
  const sold = await findStage('Sold');
  await userEvent.type(sold.getByLabelText('Name'), 'first call');
  const engaged = await findStage('Engaged');
  await userEvent.clear(engaged.getByLabelText('Stalled after'));
  await save();
  expect(await engaged.findByText('At least 1 day')).toBeVisible();
  await userEvent.type(engaged.getByLabelText('Stalled after'), '5');
  await save();
  expect(await sold.findByText('Stage names must be unique')).toBeVisible();
  expect(listSentBodies(calls)).toEqual([]);
});

it('keeps what was typed when saving fails', async () => {
  stubApi({ ...responses, 'PATCH /workspace': () => errorResponse(503, 'UNAVAILABLE') });
  await openWork(<PipelineScreen />);
  const sold = await findStage('Sold');
  await userEvent.type(sold.getByLabelText('Name'), 'Done deal');
  await save();
  expect(await screen.findByText('UNAVAILABLE.')).toBeVisible();
  expect(sold.getByLabelText('Name')).toHaveValue('Done deal');
});
