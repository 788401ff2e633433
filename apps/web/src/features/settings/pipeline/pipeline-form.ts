import { byStage, type BusinessStage } from '@handover/contract/business-stages.ts';
import type { Pipeline } from '@handover/contract/pipeline.ts';
import { updateWorkspaceBody } from '@handover/contract/workspace-settings.ts';
import { pick } from 'zod/mini';
import { bodyResolver } from '#shared/forms/body-resolver.ts';

/** The stages as the form holds them: text for every input, empty where the standard name holds. */
export interface PipelineValues {
  pipeline: Record<BusinessStage, { name: string; clientName: string; stuckAfterDays: string }>;
}

export function toPipelineValues(pipeline: Pipeline): PipelineValues {
  return {
    pipeline: byStage((stage) => {
      const { name, clientName, stuckAfterDays } = pipeline[stage];
      return { name: name ?? '', clientName: clientName ?? '', stuckAfterDays: String(stuckAfterDays) };
    }),
  };
}

/** The stages as the contract takes them. */
export function toPipelineBody({ pipeline }: PipelineValues): { pipeline: Pipeline } {
  return {
    pipeline: byStage((stage) => {
      const { name, clientName, stuckAfterDays } = pipeline[stage];
      return {
        name: name.trim() === '' ? null : name,
        clientName: clientName.trim() === '' ? null : clientName,
        stuckAfterDays: Number(stuckAfterDays),
      };
    }),
  };
}

export const judgePipeline = bodyResolver<PipelineValues>(
  pick(updateWorkspaceBody, { pipeline: true }),
  toPipelineBody,
);
