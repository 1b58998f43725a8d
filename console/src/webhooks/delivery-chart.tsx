import type { ReactNode } from "react";
import { BarChart } from "../chart/bar-chart.tsx";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Answer } from "../ui/answer.tsx";

const words = messages.webhooks;

/** How deliveries fared over the last days. */
export function DeliveryChart({ webhookId, zone }: { readonly webhookId: string; readonly zone: string | undefined }): ReactNode {
  const series = useApi("webhooks.series", { path: { id: webhookId } });
  return (
    <Answer of={series} rows={3}>
      {({ points }) => (
        <BarChart
          title={words.chart}
          empty={words.chartEmpty}
          zone={zone}
          series={[
            { id: "delivered", label: words.series.delivered, tone: "live" },
            { id: "pending", label: words.series.pending, tone: "running" },
            { id: "failed", label: words.series.failed, tone: "failed" },
          ]}
          points={points.map((point) => ({
            at: point.at,
            values: [point.delivered_count, point.pending_count, point.failed_count],
          }))}
        />
      )}
    </Answer>
  );
}
