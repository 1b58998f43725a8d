/* Made from docs/reference/openapi.json by `npm run generate:client`. */
export interface webhooks {
    readonly "extract.started": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.extract.started"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "extract.progress": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.extract.progress"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "extract.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.extract.completed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "extract.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.extract.failed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "products.imported": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.products.imported"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "feed.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.feed.created"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "feed.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.feed.updated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "run.held": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.run.held"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "run.discarded": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.run.discarded"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "run.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.run.failed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "product.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.product.updated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "rules.changed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.rules.changed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "findings.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.findings.updated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "finding_mute.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.finding_mute.created"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "finding_mute.removed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.finding_mute.removed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "channel.synced": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.channel.synced"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "channel.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.channel.failed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "subscription.changed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.subscription.changed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "api_key.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.api_key.created"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "api_key.revoked": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.api_key.revoked"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "webhook.disabled": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.webhook.disabled"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "test.ping": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["webhook.test.ping"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        readonly AdminKey: {
            /** @constant */
            readonly object: "admin_key";
            /** @example 12 */
            readonly id: number;
            /** @example Warehouse */
            readonly name: string;
            /** @example svc_live_sk_0123 */
            readonly key_prefix: string;
            /**
             * @example [
             *       "read"
             *     ]
             */
            readonly scopes: readonly string[];
            /** @enum {string} */
            readonly status: "active" | "revoked";
            /** @example 0 */
            readonly request_count: number;
            /** @example null */
            readonly last_used_at: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** @example null */
            readonly revoked_at: string | null;
            readonly raw_key?: string;
        };
        readonly AdminShop: {
            /** @example shop_12 */
            readonly id: string;
            /** @constant */
            readonly object: "shop";
            readonly domain: string;
            readonly name: string;
            /** @enum {string} */
            readonly storefront: "csv" | "shopify";
            /** @enum {string} */
            readonly subscription_plan: "free" | "starter" | "growth" | "premium";
            /** @enum {string} */
            readonly subscription_status: "active" | "frozen" | "legacy" | "none";
            readonly product_count: number;
            readonly feed_url: string | null;
            readonly last_sync_at: string | null;
            readonly primary_locale: string;
            readonly languages: readonly string[];
            readonly currency: string;
            readonly country: string;
            readonly time_zone: string;
            readonly onboarding_complete: boolean;
            readonly storage: components["schemas"]["ShopStorage"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly uninstalled_at: string | null;
        };
        readonly ApiKey: {
            /** @constant */
            readonly object: "api_key";
            /** @example 12 */
            readonly id: number;
            /** @example Warehouse */
            readonly name: string;
            /** @example svc_live_sk_0123 */
            readonly key_prefix: string;
            /**
             * @example [
             *       "read"
             *     ]
             */
            readonly scopes: readonly string[];
            /** @enum {string} */
            readonly status: "active" | "revoked";
            /** @example 0 */
            readonly request_count: number;
            /** @example null */
            readonly last_used_at: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** @example null */
            readonly revoked_at: string | null;
            readonly raw_key?: string;
        };
        readonly AuditEntry: {
            readonly id: number;
            /** @constant */
            readonly object: "audit_entry";
            /** @example feed.updated */
            readonly action: string;
            readonly operation: string | null;
            readonly actor: {
                /** @enum {string} */
                readonly kind: "key" | "agent" | "command_line" | "system";
                readonly key_id: number | null;
                readonly key_kind: ("merchant" | "organization" | "admin") | null;
                readonly name: string | null;
                readonly organization_id: string | null;
                readonly organization_name: string | null;
            };
            readonly request: {
                readonly path: {
                    readonly [key: string]: unknown;
                };
                readonly query: {
                    readonly [key: string]: unknown;
                };
                readonly body: unknown;
            };
            readonly before: unknown;
            readonly after: unknown;
            readonly shop_id: string | null;
            readonly request_id: string;
            /** Format: date-time */
            readonly created_at: string;
        };
        readonly BatchItemError: {
            readonly index: number;
            readonly id: string | null;
            /** @enum {string} */
            readonly code: "missing_param" | "duplicate_id" | "resource_not_found" | "validation_failed";
            readonly message: string;
            readonly param: string | null;
        };
        readonly BulkFeedAction: {
            /** @enum {string} */
            readonly object: "bulk_action" | "bulk_action_preview";
            readonly summary: string;
            readonly feeds: readonly components["schemas"]["BulkFeedResult"][];
        };
        readonly BulkFeedResult: {
            /** @example feed_12 */
            readonly feed_id: string;
            readonly display_name: string;
            readonly changed: boolean;
            readonly rule_id: string | null;
            readonly rule: string | null;
            readonly selected_count: number | null;
            readonly effect: components["schemas"]["FeedPreview"] | null;
        };
        readonly CellError: {
            readonly column: string;
            /** @enum {string} */
            readonly code: "unknown_column" | "output_column" | "computed_column" | "value_too_long" | "invalid_value";
            readonly message: string;
            readonly source_column: string | null;
        };
        readonly CellPreview: {
            /** @constant */
            readonly object: "cell_preview";
            /** @example feed_12 */
            readonly feed_id: string;
            /** @example prod_41200000011393 */
            readonly product_id: string;
            readonly row_id: string;
            readonly before: {
                readonly [key: string]: string;
            };
            readonly after: {
                readonly [key: string]: string;
            };
            readonly changes: readonly {
                readonly field: string;
                readonly before: string;
                readonly after: string;
            }[];
            readonly excluded: {
                readonly before: boolean;
                readonly after: boolean;
            };
            readonly excluded_reason: {
                readonly before: string | null;
                readonly after: string | null;
            };
            readonly findings: readonly components["schemas"]["FindingChange"][] | null;
            readonly errors: readonly components["schemas"]["CellError"][];
            readonly propagates_to: {
                readonly [key: string]: readonly string[];
            };
        };
        readonly CellUpdate: {
            /** @constant */
            readonly object: "cell_update";
            /** @example feed_12 */
            readonly feed_id: string;
            /** @example prod_41200000011393 */
            readonly product_id: string;
            readonly row_id: string;
            readonly updated: {
                readonly [key: string]: string;
            };
            readonly cleared: readonly string[];
            readonly overlay: {
                readonly [key: string]: string;
            };
            readonly errors: readonly components["schemas"]["CellError"][];
            readonly propagates_to: {
                readonly [key: string]: readonly string[];
            };
        };
        readonly CellsUpdate: {
            /** @constant */
            readonly object: "cells_update";
            /** @example feed_12 */
            readonly feed_id: string;
            readonly version: number;
            readonly rows: readonly {
                readonly row_id: string;
                /** @example prod_41200000011393 */
                readonly product_id: string;
                readonly updated: {
                    readonly [key: string]: string;
                };
                readonly cleared: readonly string[];
                readonly previous: {
                    readonly [key: string]: string | null;
                };
            }[];
            readonly errors: readonly components["schemas"]["ManyCellsError"][];
        };
        readonly Channel: {
            /** @example google */
            readonly slug: string;
            /** @constant */
            readonly object: "channel";
            /** @example google_merchant_center */
            readonly type: string;
            /** @example Google */
            readonly display_name: string;
            readonly available: boolean;
            /** @enum {string} */
            readonly status: "not_connected" | "pending" | "connected" | "error";
            /** @example null */
            readonly sync_mode: ("api" | "feed_url") | null;
            /** @example null */
            readonly account: {
                readonly id: string;
                readonly name: string;
            } | null;
            /** @example null */
            readonly error: {
                readonly code: string;
                readonly message: string;
            } | null;
            /** @example null */
            readonly connected_at: string | null;
            /** @example null */
            readonly last_synced_at: string | null;
        };
        readonly ChannelAccount: {
            /** @constant */
            readonly object: "channel_account";
            /** @example 1234567890 */
            readonly id: string;
            /** @example Example Shop */
            readonly name: string;
            /** @example null */
            readonly problem: string | null;
        };
        readonly ChannelAttribute: {
            /** @constant */
            readonly object: "channel_attribute";
            /** @example image_link */
            readonly name: string;
            /** @example image_link */
            readonly from: string | null;
            /** @enum {string} */
            readonly requirement: "required" | "conditional" | "optional";
            /** @example null */
            readonly condition: string | null;
            /** @example url */
            readonly type: string;
            /** @example 2000 */
            readonly max_length: number | null;
            /** @example null */
            readonly max_items: number | null;
            /** @example null */
            readonly allowed_values: readonly string[] | null;
            /** @example Must use HTTPS. Must differ from the additional images. */
            readonly notes: string;
            /**
             * @example {
             *       "document": "Google Merchant Center Help, product data specification (7052112)",
             *       "date": "2026-09-21"
             *     }
             */
            readonly source: {
                readonly document: string;
                /** Format: date */
                readonly date: string;
            };
        };
        readonly ChannelConnect: {
            /** @example https://accounts.google.com/o/oauth2/v2/auth?client_id=… */
            readonly authorize_url: string | null;
            readonly expires_at: string | null;
            /** @enum {string} */
            readonly status: "not_connected" | "pending" | "connected" | "error";
        };
        readonly ChannelOptions: {
            /** @constant */
            readonly object: "channel_options";
            /** @example google */
            readonly slug: string;
            /**
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "format": {
             *           "type": "string",
             *           "enum": [
             *             "tsv",
             *             "rss"
             *           ],
             *           "default": "tsv"
             *         }
             *       }
             *     }
             */
            readonly settings: {
                readonly [key: string]: unknown;
            };
            readonly sign_in: {
                readonly available: boolean;
                /** @example null */
                readonly instead: string | null;
            };
            readonly credentials: {
                readonly available: boolean;
                /** @example null */
                readonly instead: string | null;
                /** @example null */
                readonly schema: {
                    readonly [key: string]: unknown;
                } | null;
            };
            readonly accounts: {
                readonly available: boolean;
                /** @example null */
                readonly instead: string | null;
            };
            readonly datafeeds: {
                readonly available: boolean;
                /** @example null */
                readonly instead: string | null;
            };
            readonly datafeed_status: {
                readonly available: boolean;
                /** @example null */
                readonly instead: string | null;
            };
            readonly fetch: {
                readonly available: boolean;
                /** @example null */
                readonly instead: string | null;
            };
            readonly sync: {
                readonly available: boolean;
                /** @example null */
                readonly instead: string | null;
            };
            readonly items: {
                readonly available: boolean;
                /** @example null */
                readonly instead: string | null;
            };
        };
        readonly ClientShop: {
            readonly id: number;
            /** @constant */
            readonly object: "client_shop";
            readonly domain: string;
            readonly name: string | null;
            readonly client_label: string | null;
            /** @enum {string} */
            readonly status: "pending" | "active" | "declined";
            /** Format: date-time */
            readonly invited_at: string;
            readonly connected_at: string | null;
            readonly product_count: number | null;
            readonly subscription_plan: string | null;
        };
        readonly Collection: {
            /** @constant */
            readonly object: "collection";
            /** @example gid://shopify/Collection/290400000104 */
            readonly id: string | null;
            /** @example Winter */
            readonly title: string;
            /** @example 12 */
            readonly product_count: number;
        };
        readonly ColumnMappings: {
            /** @constant */
            readonly object: "column_mappings";
            readonly source_columns: readonly {
                readonly name: string;
                /** @enum {string} */
                readonly type: "text" | "number" | "money" | "boolean" | "date" | "list";
                readonly computed: boolean;
            }[];
            readonly feed_columns: readonly string[];
            /**
             * @example {
             *       "brand": "vendor",
             *       "title": "=[D]vendor & \" \" & [D]title",
             *       "gtin": null
             *     }
             */
            readonly mappings: {
                readonly [key: string]: string | null;
            };
            readonly defaults: {
                readonly [key: string]: string | null;
            };
            readonly propagates_to: {
                readonly [key: string]: readonly string[];
            };
        };
        readonly ColumnProfile: {
            /** @constant */
            readonly object: "column_profile";
            /** @example brand */
            readonly name: string;
            /** @enum {string} */
            readonly side: "source" | "feed";
            /** @enum {string} */
            readonly type: "text" | "number" | "money" | "boolean" | "date" | "list";
            /** @example vendor */
            readonly reads: string | null;
            /**
             * @example [
             *       "brand"
             *     ]
             */
            readonly feeds: readonly string[];
            readonly read_by: readonly string[];
            readonly written_by: readonly string[];
            readonly rows: number | null;
            readonly with_value: number | null;
            readonly distinct: number | null;
            readonly approximate: boolean;
            readonly top: readonly {
                /** @example Acme */
                readonly value: string;
                readonly count: number;
                readonly cut: boolean;
            }[];
            /**
             * @example [
             *       "Acme"
             *     ]
             */
            readonly samples: readonly string[];
        };
        readonly ColumnProfileMeta: {
            readonly page: number;
            readonly per_page: number;
            readonly total: number;
            readonly total_pages: number;
            readonly has_more: boolean;
            readonly snapshot_id: string | null;
            readonly run_id: string | null;
        };
        readonly ColumnValues: {
            /** @constant */
            readonly object: "column_values";
            /** @example brand */
            readonly name: string;
            /** @enum {string} */
            readonly side: "source" | "feed";
            readonly distinct: number;
            readonly values: readonly {
                /** @example Acme */
                readonly value: string;
                readonly count: number;
                readonly cut: boolean;
            }[];
        };
        readonly ConfigDiff: {
            /** @constant */
            readonly object: "config_diff";
            /** @example feed_12 */
            readonly feed_id: string;
            readonly version: number;
            readonly against: number;
            readonly changes: readonly {
                /** @enum {string} */
                readonly section: "settings" | "mappings" | "extra_columns" | "rules" | "cells" | "tests";
                /** @enum {string} */
                readonly action: "added" | "removed" | "changed" | "moved";
                /** @example /settings/seo */
                readonly path: string;
                readonly rule_id: string | null;
                /** @example Set seo to true */
                readonly summary: string;
                readonly before: unknown;
                readonly after: unknown;
            }[];
            readonly changed_count: {
                readonly settings: number;
                readonly mappings: number;
                readonly extra_columns: number;
                readonly rules: number;
                readonly cells: number;
                readonly tests: number;
            };
        };
        readonly ConfigPlan: {
            /** @constant */
            readonly object: "config_plan";
            /** @example feed_12 */
            readonly feed_id: string;
            readonly version: number;
            readonly changes: readonly {
                /** @enum {string} */
                readonly section: "settings" | "mappings" | "extra_columns" | "rules" | "cells" | "tests";
                /** @enum {string} */
                readonly action: "added" | "removed" | "changed" | "moved";
                /** @example /settings/seo */
                readonly path: string;
                readonly rule_id: string | null;
                /** @example Set seo to true */
                readonly summary: string;
                readonly before: unknown;
                readonly after: unknown;
            }[];
            readonly changed_count: {
                readonly settings: number;
                readonly mappings: number;
                readonly extra_columns: number;
                readonly rules: number;
                readonly cells: number;
                readonly tests: number;
            };
            readonly preview: components["schemas"]["FeedPreview"] | null;
        };
        readonly ConnectionRequest: {
            readonly id: number;
            /** @constant */
            readonly object: "connection_request";
            /** @example org_12 */
            readonly organization_id: string;
            readonly organization_name: string;
            /** @enum {string} */
            readonly status: "pending" | "active" | "declined";
            /** Format: date-time */
            readonly invited_at: string;
            readonly connected_at: string | null;
        };
        readonly Datafeed: {
            /** @example 7 */
            readonly id: number;
            /** @constant */
            readonly object: "datafeed";
            /** @example feed_12 */
            readonly feed_id: string;
            /** @example 1234567890 */
            readonly datafeed_id: string | null;
            /** @example US products */
            readonly datafeed_name: string;
            /** @example 4 */
            readonly hour: number;
            /** @example Europe/Berlin */
            readonly time_zone: string;
            /** @example http://127.0.0.1:8080/feeds/5f0c1de2a9b84736c1d0e9f8a7b6c5d4e3f2a1b0/gmcfeed.google.txt */
            readonly fetch_url: string | null;
            readonly targets: readonly {
                /** @example DE */
                readonly country: string;
                /** @example de */
                readonly language: string;
            }[];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly DatafeedStatus: {
            /** @constant */
            readonly object: "datafeed_status";
            /** @enum {string} */
            readonly state: "never_fetched" | "processing" | "succeeded" | "failed";
            readonly last_fetched_at: string | null;
            readonly items_total: number | null;
            readonly items_valid: number | null;
            readonly items_invalid: number | null;
            readonly issues: readonly {
                /** @example missing_gtin */
                readonly code: string;
                /** @example missing_attribute_gtin */
                readonly platform_code: string | null;
                /** @enum {string} */
                readonly severity: "error" | "warning" | "info";
                /** @example gtin */
                readonly attribute: string | null;
                /** @example Missing value [gtin] */
                readonly message: string;
                /** @example 12 */
                readonly affected_count: number | null;
                /** @example null */
                readonly documentation_url: string | null;
                /**
                 * @example [
                 *       "40012345678901"
                 *     ]
                 */
                readonly samples: readonly string[];
            }[];
        };
        readonly DiffCause: {
            /** @enum {string} */
            readonly type: "rule" | "mapping" | "setting" | "selection" | "cell" | "override" | "plan" | "catalog" | "new_in_shop" | "left_shop" | "first_run" | "other";
            readonly rule_id: string | null;
            /** @example null */
            readonly setting: string | null;
            /** @example Sold out */
            readonly reason: string | null;
        };
        readonly DownloadUrl: {
            /** @constant */
            readonly object: "download_url";
            readonly url: string;
            readonly filename: string;
            readonly content_type: string;
            readonly size_bytes: number;
            /** Format: date-time */
            readonly expires_at: string;
            /** @constant */
            readonly expires_in: 300;
        };
        readonly Error: {
            readonly error: {
                /** @example resource_not_found */
                readonly code: string;
                readonly message: string;
                readonly param: string | null;
                readonly details: readonly {
                    readonly param: string;
                    readonly code: string;
                    readonly message: string;
                    readonly current_version?: number;
                    readonly line?: number;
                    readonly column?: number;
                }[];
                readonly request_id: string;
                /** Format: uri */
                readonly doc_url: string;
            };
        };
        readonly ExclusionCause: {
            /**
             * @example rules
             * @enum {string}
             */
            readonly stage: "localise" | "selection" | "settings" | "cells" | "overrides" | "rules" | "normalise" | "allowance";
            readonly rule_id: string | null;
            /** @example gift_cards */
            readonly setting: string | null;
        };
        readonly ExtraColumns: {
            /** @constant */
            readonly object: "extra_columns";
            readonly extra_columns: readonly string[];
        };
        readonly Extract: {
            /** @example ext_12 */
            readonly id: string;
            /** @constant */
            readonly object: "extract";
            /** @enum {string} */
            readonly type: "full" | "regenerate" | "delta";
            /**
             * @example completed
             * @enum {string}
             */
            readonly status: "pending" | "running" | "completed" | "failed" | "cancelled";
            /** @example 100 */
            readonly progress: number;
            /** @example null */
            readonly waiting: string | null;
            /** @example 4 */
            readonly product_count: number;
            /** @example 1 */
            readonly excluded_count: number;
            /** @example 2026-11-02T09:00:01.000Z */
            readonly started_at: string | null;
            /** @example 2026-11-02T09:00:30.000Z */
            readonly completed_at: string | null;
            /** @example null */
            readonly failed_at: string | null;
            /** @example null */
            readonly error_code: string | null;
            /** @example null */
            readonly error_details: string | null;
            readonly has_source_csv: boolean;
            /** @example false */
            readonly scheduled: boolean;
            /** @example null */
            readonly feed_id: string | null;
            /** @example [] */
            readonly warnings: readonly {
                readonly code: string;
                readonly count: number;
                readonly message: string;
            }[];
            /** @example null */
            readonly differences: {
                readonly added: number;
                readonly removed: number;
                readonly changed: number;
                readonly samples: readonly {
                    readonly row_id: string;
                    /** @enum {string} */
                    readonly change: "added" | "removed" | "changed";
                }[];
            } | null;
            /**
             * Format: date-time
             * @example 2026-11-02T09:00:00.000Z
             */
            readonly created_at: string;
        };
        readonly Feed: {
            /** @example feed_12 */
            readonly id: string;
            /** @constant */
            readonly object: "feed";
            /** @enum {string} */
            readonly feed_type: "primary" | "language" | "market";
            /** @example null */
            readonly locale: string | null;
            /** @example Primary feed */
            readonly display_name: string;
            /** @example http://127.0.0.1:8080/feeds/5f0c1de2a9b84736c1d0e9f8a7b6c5d4e3f2a1b0/gmcfeed.txt */
            readonly feed_url: string | null;
            /** @example 3 */
            readonly product_count: number;
            /** @example 2026-11-02T09:00:30.000Z */
            readonly last_run_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-02T09:00:00.000Z
             */
            readonly created_at: string;
        };
        readonly FeedChannel: {
            /** @constant */
            readonly object: "feed_channel";
            /** @example feed_12 */
            readonly feed_id: string;
            /** @example google */
            readonly slug: string;
            /** @example Google */
            readonly display_name: string;
            /** @enum {string} */
            readonly status: "not_connected" | "pending" | "connected" | "error";
            readonly settings: {
                /** @example tsv */
                readonly format: string;
                readonly omit_rows_with_errors: boolean;
                /**
                 * @example [
                 *       "bullet_point"
                 *     ]
                 */
                readonly extra_attributes: readonly string[];
            } & {
                readonly [key: string]: unknown;
            };
            /** @example http://127.0.0.1:8080/feeds/5f0c1de2a9b84736c1d0e9f8a7b6c5d4e3f2a1b0/gmcfeed.google.txt */
            readonly feed_url: string | null;
            readonly file: {
                /** @example tsv */
                readonly format: string;
                readonly bytes: number;
                readonly rows: number;
                readonly omitted_rows: number;
            } | null;
            readonly findings: {
                readonly errors: number;
                readonly warnings: number;
                readonly muted: number;
            } | null;
            /**
             * @example [
             *       {
             *         "title": "Open Merchant Center",
             *         "text": "Sign in at Merchant Center with the account that sells the products.",
             *         "url": "https://merchants.google.com/"
             *       }
             *     ]
             */
            readonly setup_steps: readonly {
                readonly title: string;
                readonly text: string;
                readonly url: string | null;
            }[];
            /** @example null */
            readonly last_synced_at: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly FeedConfig: {
            /** @constant */
            readonly object: "feed_config";
            /** @example feed_12 */
            readonly feed_id: string;
            readonly version: number;
            readonly settings: {
                readonly seo: boolean;
                readonly variants: boolean;
                /** @enum {string} */
                readonly variant_titles: "never" | "when_needed" | "always";
                readonly use_shopify_quantity: boolean;
                readonly import_unpublish_product: boolean;
                readonly gift_cards: boolean;
                /** @enum {string} */
                readonly gtin_source: "valid_barcodes" | "barcodes";
                /** @enum {string} */
                readonly id_format: "global" | "sku" | "variant";
                readonly utm: {
                    readonly [key: string]: string;
                } | null;
                readonly market_currency: string | null;
                readonly publish_guard: components["schemas"]["PublishGuard"];
            };
            readonly mappings: {
                readonly [key: string]: string | null;
            };
            readonly extra_columns: readonly string[];
            readonly rules: readonly ({
                /** @example rule_12 */
                readonly id: string;
                readonly active: boolean;
                readonly type: string;
            } & {
                readonly [key: string]: unknown;
            })[];
            readonly cells: {
                readonly [key: string]: {
                    readonly [key: string]: string;
                };
            };
            readonly tests: readonly {
                readonly [key: string]: unknown;
            }[];
        };
        readonly FeedCreateInput: {
            /** @enum {string} */
            readonly feed_type: "market" | "language";
            /** @example Canada */
            readonly display_name: string;
            readonly target_market?: string | null;
            readonly target_country?: string | null;
            readonly locale?: string | null;
            /**
             * @default all
             * @enum {string}
             */
            readonly product_selection_mode?: "all" | "collection" | "manual";
            readonly selected_collection_title?: string | null;
            readonly selected_collection_id?: string | null;
            /** @default false */
            readonly inherit_rules?: boolean;
        };
        readonly FeedDetail: {
            /** @example feed_12 */
            readonly id: string;
            /** @constant */
            readonly object: "feed";
            /** @enum {string} */
            readonly feed_type: "primary" | "language" | "market";
            /** @example null */
            readonly locale: string | null;
            /** @example Primary feed */
            readonly display_name: string;
            /** @example http://127.0.0.1:8080/feeds/5f0c1de2a9b84736c1d0e9f8a7b6c5d4e3f2a1b0/gmcfeed.txt */
            readonly feed_url: string | null;
            /** @example 3 */
            readonly product_count: number;
            /** @example 2026-11-02T09:00:30.000Z */
            readonly last_run_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-02T09:00:00.000Z
             */
            readonly created_at: string;
            /** @enum {string} */
            readonly status: "fresh" | "generating" | "never_generated";
            readonly target_market: string | null;
            readonly target_country: string;
            /** @example USD */
            readonly currency: string | null;
            /** @example en */
            readonly content_language: string;
            /** @example null */
            readonly translation: {
                readonly translated: number;
                readonly partly: number;
                readonly untranslated: number;
            } | null;
            /** @example null */
            readonly not_extracted: string | null;
            /** @enum {string} */
            readonly product_selection_mode: "all" | "collection" | "manual";
            readonly scope_count: number | null;
            readonly last_run_id: string | null;
            readonly slug: string;
            readonly channels: readonly string[];
            readonly active: boolean;
            readonly version: number;
        };
        readonly FeedFile: {
            /** @constant */
            readonly object: "feed_file";
            /** @example google */
            readonly channel: string | null;
            /** @example http://127.0.0.1:8080/feeds/5f0c1de2a9b84736c1d0e9f8a7b6c5d4e3f2a1b0/gmcfeed.txt */
            readonly url: string;
            /** @example tsv */
            readonly format: string;
            readonly bytes: number;
            readonly gzip_bytes: number;
            readonly rows: number;
            /** @example "9f2c…" */
            readonly etag: string;
            /** @example run_12 */
            readonly run_id: string;
            /** Format: date-time */
            readonly published_at: string;
            readonly last_fetch: {
                /** Format: date-time */
                readonly at: string;
                /**
                 * @example google
                 * @enum {string}
                 */
                readonly agent_class: "google" | "meta" | "microsoft" | "pinterest" | "tiktok" | "amazon" | "browser" | "tool" | "other";
                /** @example Feedfetcher-Google */
                readonly user_agent: string | null;
            } | null;
        };
        readonly FeedHealth: {
            /** @constant */
            readonly object: "feed_health";
            /** @example feed_12 */
            readonly feed_id: string;
            /** @example Primary feed */
            readonly name: string;
            /** @enum {string} */
            readonly feed_type: "primary" | "language" | "market";
            readonly active: boolean;
            /** @enum {string} */
            readonly status: "fresh" | "generating" | "never_generated";
            /** @enum {string} */
            readonly health: "good" | "attention" | "down";
            /** @example null */
            readonly not_extracted: string | null;
            readonly live_run: {
                /** @example run_12 */
                readonly id: string;
                readonly included_count: number;
                readonly excluded_count: number;
                readonly completed_at: string | null;
                readonly outdated: boolean;
            } | null;
            readonly last_run: {
                /** @example run_12 */
                readonly id: string;
                /** @enum {string} */
                readonly status: "running" | "completed" | "failed";
                /** @enum {string} */
                readonly publication: "live" | "held" | "superseded" | "discarded" | "none";
                /** @enum {string} */
                readonly trigger: "regenerate" | "extract" | "schedule" | "settings" | "delta" | "rollback";
                /** @example source_damaged */
                readonly error_code: string | null;
                /** @example A stored file is damaged. Extract the catalog again. */
                readonly error_details: string | null;
                /** Format: date-time */
                readonly created_at: string;
                readonly completed_at: string | null;
            } | null;
            readonly held_run: {
                /** @example run_12 */
                readonly id: string;
                /**
                 * @example [
                 *       "The file would lose 40 % of its rows."
                 *     ]
                 */
                readonly reasons: readonly string[];
            } | null;
            readonly rows: {
                readonly included: number;
                readonly excluded: number;
                readonly reasons: readonly {
                    /** @example Sold out */
                    readonly reason: string;
                    readonly count: number;
                }[];
                readonly other_reasons: number;
                /** Format: date-time */
                readonly computed_at: string;
            } | null;
            readonly lint: {
                readonly warnings: number | null;
                readonly infos: number | null;
                readonly top: readonly {
                    /** @example changes_nothing */
                    readonly code: string;
                    /** @example Rule 3 changed no row of the last run. */
                    readonly message: string;
                }[];
            };
            readonly channels: readonly {
                /** @example google */
                readonly slug: string;
                readonly errors: number;
                readonly warnings: number;
                readonly muted: number;
                readonly top: readonly {
                    /** @example missing_gtin */
                    readonly code: string;
                    /** @enum {string} */
                    readonly severity: "error" | "warning" | "info";
                    /** @example gtin */
                    readonly field: string | null;
                    readonly affected_count: number;
                    /** @example 12 products with a brand have no GTIN. */
                    readonly message: string;
                    readonly suggested_rule: {
                        readonly [key: string]: unknown;
                    } | null;
                }[];
                readonly platform: {
                    readonly items: {
                        readonly approved: number;
                        readonly limited: number;
                        readonly disapproved: number;
                        readonly pending: number;
                    };
                    /** Format: date-time */
                    readonly fetched_at: string;
                } | null;
            }[];
            readonly what_to_do_first: readonly {
                /** @example The feed has never run. Run it. */
                readonly action: string;
                /** @example run_feed */
                readonly tool: string;
                /** @example feeds.regenerate */
                readonly operation: string;
                /**
                 * @example {
                 *       "feed_id": "feed_12"
                 *     }
                 */
                readonly arguments: {
                    readonly [key: string]: unknown;
                };
            }[];
        };
        readonly FeedOfProduct: {
            /** @constant */
            readonly object: "feed_of_product";
            /** @example feed_12 */
            readonly feed_id: string;
            /** @example Primary feed */
            readonly name: string;
            readonly active: boolean;
            /** @enum {string} */
            readonly state: "included" | "needs_attention" | "not_in_feed";
            /** @enum {string} */
            readonly what: "live" | "excluded_by_rule" | "excluded_by_merchant" | "not_selected" | "draft" | "archived" | "unpublished" | "unlisted" | "gift_card" | "no_price" | "not_sold" | "not_extracted" | "allowance" | "duplicate_id" | "has_findings" | "run_held" | "feed_inactive" | "other";
            /** @example Gift card */
            readonly reason: string | null;
            /**
             * @example {
             *       "stage": "rules",
             *       "rule_id": "rule_7",
             *       "setting": null
             *     }
             */
            readonly cause: components["schemas"]["ExclusionCause"] | null;
            readonly rows: {
                readonly included: number;
                readonly total: number;
            };
            readonly variants: readonly {
                /** @example prod_41200000011393 */
                readonly id: string;
                readonly included: boolean;
                /** @example Gift card */
                readonly reason: string | null;
                /**
                 * @example {
                 *       "stage": "rules",
                 *       "rule_id": "rule_7",
                 *       "setting": null
                 *     }
                 */
                readonly cause: components["schemas"]["ExclusionCause"] | null;
                /**
                 * @example {
                 *       "title": "Linen Shirt"
                 *     }
                 */
                readonly fields: {
                    readonly [key: string]: string;
                };
            }[];
            readonly findings: readonly {
                /** @example google */
                readonly channel: string;
                readonly errors: number;
                readonly warnings: number;
                readonly codes: readonly {
                    /** @example missing_image_link */
                    readonly code: string;
                    /** @enum {string} */
                    readonly severity: "error" | "warning" | "info";
                    /** @example image_link */
                    readonly field: string | null;
                    readonly rows: number;
                }[];
            }[];
            readonly run_id: string | null;
            readonly outdated: boolean;
        };
        readonly FeedPreview: {
            /** @constant */
            readonly object: "feed_preview";
            readonly results: readonly components["schemas"]["PreviewedRow"][];
            readonly summary: components["schemas"]["PreviewSummary"];
            readonly newly_excluded_reasons: readonly {
                readonly reason: string;
                readonly count: number;
            }[];
            readonly newly_included_reasons: readonly {
                readonly reason: string;
                readonly count: number;
            }[];
            readonly findings: readonly components["schemas"]["FindingChange"][] | null;
            readonly warnings: readonly components["schemas"]["PreviewWarning"][];
        };
        readonly FeedProduct: {
            /** @constant */
            readonly object: "feed_product";
            readonly row_id: string;
            /** @example prod_41200000011393 */
            readonly product_id: string;
            readonly excluded: boolean;
            readonly excluded_reason: string | null;
            /**
             * @example {
             *       "stage": "rules",
             *       "rule_id": "rule_7",
             *       "setting": null
             *     }
             */
            readonly cause: components["schemas"]["ExclusionCause"] | null;
            readonly fields: {
                readonly [key: string]: string;
            };
        };
        readonly FeedRun: {
            /** @example run_12 */
            readonly id: string;
            /** @constant */
            readonly object: "run";
            /** @example feed_12 */
            readonly feed_id: string;
            /** @enum {string} */
            readonly status: "running" | "completed" | "failed";
            /** @enum {string} */
            readonly publication: "live" | "held" | "superseded" | "discarded" | "none";
            readonly has_output: boolean;
            /** @enum {string} */
            readonly trigger: "regenerate" | "extract" | "schedule" | "settings" | "delta" | "rollback";
            /** @example ext_12 */
            readonly extract_id: string;
            /** @example null */
            readonly stage: ("waiting" | "transforming" | "writing" | "publishing") | null;
            /** @example 100 */
            readonly progress: number;
            readonly included_count: number | null;
            readonly excluded_count: number | null;
            readonly total_count: number | null;
            readonly added_count: number | null;
            readonly removed_count: number | null;
            readonly changed_count: number | null;
            readonly duration_ms: number | null;
            readonly held_reasons: readonly {
                /** @enum {string} */
                readonly code: "empty" | "row_count_drop" | "id_change" | "identity_change" | "currency_change" | "currency_missing" | "duplicate_ids" | "price_change" | "live_run_damaged" | "test_failed" | "not_extracted";
                /** @example The file would lose 40 % of its rows. */
                readonly message: string;
                readonly details: {
                    readonly [key: string]: unknown;
                };
            }[];
            readonly tests: {
                readonly passed: number;
                readonly failed: number;
                readonly missing: number;
            } | null;
            /** @example source_damaged */
            readonly error_code: string | null;
            /** @example A stored file is damaged. Extract the catalog again. */
            readonly error_details: string | null;
            /** Format: date-time */
            readonly created_at: string;
            readonly completed_at: string | null;
        };
        readonly FeedScope: {
            /** @example feed_12 */
            readonly feed_id: string;
            /** @enum {string} */
            readonly status: "fresh" | "refreshing" | "computing";
            readonly included_count: number | null;
            readonly excluded_count: number | null;
            readonly total_count: number | null;
            readonly reasons: readonly {
                readonly reason: string;
                readonly count: number;
                /**
                 * @example {
                 *       "stage": "rules",
                 *       "rule_id": "rule_7",
                 *       "setting": null
                 *     }
                 */
                readonly cause: components["schemas"]["ExclusionCause"] | null;
                /** @constant */
                readonly rest?: true;
            }[];
            readonly computed_at: string | null;
        };
        readonly FeedSelection: {
            /** @constant */
            readonly object: "feed_selection";
            /** @enum {string} */
            readonly mode: "all" | "collection" | "manual";
            /** @example gid://shopify/Collection/290400000104 */
            readonly collection_id: string | null;
            readonly collection_title: string | null;
            readonly product_ids: readonly string[];
        };
        readonly FeedSelectionInput: {
            /** @constant */
            readonly object?: "feed_selection";
            /** @constant */
            readonly mode?: "manual";
            readonly collection_id?: null;
            readonly collection_title?: null;
            readonly product_ids: readonly string[];
        };
        readonly FeedSettings: {
            /** @constant */
            readonly object: "feed_settings";
            readonly seo: boolean;
            readonly variants: boolean;
            /** @enum {string} */
            readonly variant_titles: "never" | "when_needed" | "always";
            readonly use_shopify_quantity: boolean;
            readonly import_unpublish_product: boolean;
            readonly gift_cards: boolean;
            /** @enum {string} */
            readonly gtin_source: "valid_barcodes" | "barcodes";
            /** @enum {string} */
            readonly id_format: "global" | "sku" | "variant";
            readonly utm: {
                readonly [key: string]: string;
            } | null;
            readonly market_currency: string | null;
            readonly publish_guard: components["schemas"]["PublishGuard"];
        };
        readonly FeedTest: {
            readonly name: string;
            readonly row_id: string;
            readonly item: number;
            /**
             * @example {
             *       "brand": "Harbour & Hazel"
             *     }
             */
            readonly expect: {
                readonly [key: string]: string;
            };
            readonly excluded?: boolean;
            readonly excluded_reason?: string;
            readonly result: components["schemas"]["FeedTestResult"] | null;
        };
        readonly FeedTestInput: {
            readonly name?: string;
            /** @example 41200000011393 */
            readonly row_id: string;
            readonly item?: number;
            /**
             * @example {
             *       "brand": "Harbour & Hazel"
             *     }
             */
            readonly expect?: {
                readonly [key: string]: string;
            };
            readonly excluded?: boolean;
            readonly excluded_reason?: string;
            readonly result?: unknown;
        };
        readonly FeedTestResult: {
            /** @enum {string} */
            readonly status: "passed" | "failed" | "row_missing";
            readonly differences: readonly {
                readonly field: string;
                readonly expected: string;
                readonly actual: string;
            }[];
            readonly excluded: {
                readonly expected: boolean;
                readonly actual: boolean;
                readonly expected_reason: string | null;
                readonly actual_reason: string | null;
            } | null;
        };
        readonly FeedTestResults: {
            /** @constant */
            readonly object: "feed_test_results";
            /** @example feed_12 */
            readonly feed_id: string;
            readonly passed: number;
            readonly failed: number;
            readonly missing: number;
            readonly tests: readonly components["schemas"]["FeedTest"][];
        };
        readonly FeedTests: {
            /** @constant */
            readonly object: "feed_tests";
            /** @example feed_12 */
            readonly feed_id: string;
            readonly tests: readonly components["schemas"]["FeedTest"][];
            readonly last_run: {
                /** @example run_12 */
                readonly run_id: string;
                readonly passed: number;
                readonly failed: number;
                readonly missing: number;
            } | null;
        };
        readonly FeedUpdateInput: {
            readonly display_name?: string;
            readonly target_market?: string;
            readonly target_country?: string;
        };
        readonly FeedVersion: {
            readonly id: number;
            /** @constant */
            readonly object: "feed_version";
            readonly summary: string;
            readonly created_by: string;
            /** Format: date-time */
            readonly created_at: string;
            readonly current: boolean;
        };
        readonly FeedVersionDetail: {
            readonly id: number;
            /** @constant */
            readonly object: "feed_version";
            readonly summary: string;
            readonly created_by: string;
            /** Format: date-time */
            readonly created_at: string;
            readonly current: boolean;
            readonly config: components["schemas"]["FeedConfig"];
        };
        readonly Finding: {
            /** @constant */
            readonly object: "finding";
            readonly id: number;
            /** @example invalid_gtin_checksum */
            readonly code: string;
            /**
             * @example identifiers
             * @enum {string}
             */
            readonly category: "required" | "identifiers" | "titles" | "descriptions" | "links" | "images" | "prices" | "availability" | "categories" | "apparel" | "variants" | "shipping" | "values" | "feed";
            /** @enum {string} */
            readonly severity: "error" | "warning" | "info";
            /** @example gtin */
            readonly field: string | null;
            /** @example The GTIN's check digit, the last one, is wrong. */
            readonly message: string;
            /** @example Compare the barcode with the one on the package, and correct it in the shop. */
            readonly what_to_do: string;
            readonly affected_count: number;
            readonly samples: readonly {
                /** @example 41200000011393 */
                readonly row_id: string;
                /** @example prod_41200000011393 */
                readonly product_id: string;
                /** @example Linen Shirt - Navy, M */
                readonly title: string;
                /** @example 400638133393 */
                readonly value: string;
                /** @example https://admin.shopify.com/store/my-shop/products/8100000001207/variants/41200000011393 */
                readonly admin_url: string | null;
            }[];
            /** @example false */
            readonly muted: boolean;
            /**
             * @example {
             *       "type": "exclude_field",
             *       "target": "gtin",
             *       "condition": "not is_valid_gtin([G]gtin)"
             *     }
             */
            readonly suggested_rule: {
                readonly [key: string]: unknown;
            } | null;
            /**
             * @example {
             *       "document": "Google Merchant Center Help, product data specification (7052112)",
             *       "date": "2026-09-21"
             *     }
             */
            readonly source: {
                readonly document: string;
                readonly date: string;
            } | null;
        };
        readonly FindingChange: {
            readonly channel: string;
            readonly code: string;
            readonly field: string | null;
            /** @enum {string} */
            readonly severity: "error" | "warning" | "info";
            readonly message: string;
            readonly cleared: number;
            readonly caused: number;
        };
        readonly FindingMute: {
            readonly id: number;
            /** @constant */
            readonly object: "finding_mute";
            /** @example missing_gtin */
            readonly code: string;
            /** @example gtin */
            readonly field: string | null;
            /** @example 41200000011393 */
            readonly row_id: string | null;
            /** @example Handmade: there are no GTINs. */
            readonly note: string | null;
            /** Format: date-time */
            readonly created_at: string;
        };
        readonly FindingRow: {
            /** @constant */
            readonly object: "finding_row";
            /** @example 41200000011393 */
            readonly row_id: string;
            /** @example prod_41200000011393 */
            readonly product_id: string;
            /** @example Linen Shirt - Navy, M */
            readonly title: string;
            /** @example 400638133393 */
            readonly value: string;
            /** @example https://admin.shopify.com/store/my-shop/products/8100000001207/variants/41200000011393 */
            readonly admin_url: string | null;
            /** @example LS-NAVY-M */
            readonly sku: string | null;
            /** @example gtin */
            readonly field: string | null;
            /** @example false */
            readonly muted: boolean;
        };
        readonly FindingsMeta: {
            readonly page: number;
            readonly per_page: number;
            readonly total: number;
            readonly total_pages: number;
            readonly has_more: boolean;
            /** @enum {string} */
            readonly status: "fresh" | "revalidating" | "unsupported";
            /** @example false */
            readonly revalidating: boolean;
            readonly run_id: string | null;
            readonly errors_count: number;
            readonly warnings_count: number;
        };
        /**
         * @example {
         *       "type": "add_rule",
         *       "rule": {
         *         "text": "Exclude because \"Sample\" when [D]title contains \"sample\""
         *       }
         *     }
         */
        readonly FleetAction: {
            /** @constant */
            readonly type: "add_rule";
            readonly rule: components["schemas"]["RuleDefinition"];
        } | {
            /** @constant */
            readonly type: "activate_rule";
            /** @example Exclude because "Sample" when [D]title contains "sample" */
            readonly text: string;
        } | {
            /** @constant */
            readonly type: "deactivate_rule";
            /** @example Exclude because "Sample" when [D]title contains "sample" */
            readonly text: string;
        } | {
            /** @constant */
            readonly type: "apply_config";
            readonly document: components["schemas"]["WrittenFeedConfig"];
        } | {
            /** @constant */
            readonly type: "apply_template";
            /** @example 3 */
            readonly template_id: number;
            /** @example 2 */
            readonly version?: number;
        } | {
            /** @constant */
            readonly type: "run";
        } | {
            /** @constant */
            readonly type: "extract";
        } | {
            /** @constant */
            readonly type: "publish_held";
        } | {
            /** @constant */
            readonly type: "discard_held";
        };
        readonly FleetChange: {
            readonly id: number;
            /** @constant */
            readonly object: "fleet_change";
            /** @enum {string} */
            readonly status: "previewing" | "ready" | "rolling" | "stopped" | "completed" | "cancelled" | "undoing" | "undone";
            /** @example Run the feeds */
            readonly title: string;
            readonly action: components["schemas"]["FleetAction"];
            /**
             * @example [
             *       1,
             *       5,
             *       34
             *     ]
             */
            readonly stages: readonly number[];
            readonly stage: number;
            readonly stop_on: readonly ("held" | "failed")[];
            /** @example Harbour & Hazel: The run is held. The file would lose 40 % of its rows. */
            readonly stopped_reason: string | null;
            readonly undoable: boolean;
            readonly counts: {
                readonly waiting: number;
                readonly applied: number;
                readonly done: number;
                readonly held: number;
                readonly failed: number;
                readonly skipped: number;
                readonly undone: number;
                readonly not_undone: number;
            };
            /** @example API key "Agency" */
            readonly created_by: string;
            /** Format: date-time */
            readonly created_at: string;
            readonly started_at: string | null;
            readonly ended_at: string | null;
        };
        readonly FleetChangeDetail: {
            readonly id: number;
            /** @constant */
            readonly object: "fleet_change";
            /** @enum {string} */
            readonly status: "previewing" | "ready" | "rolling" | "stopped" | "completed" | "cancelled" | "undoing" | "undone";
            /** @example Run the feeds */
            readonly title: string;
            readonly action: components["schemas"]["FleetAction"];
            /**
             * @example [
             *       1,
             *       5,
             *       34
             *     ]
             */
            readonly stages: readonly number[];
            readonly stage: number;
            readonly stop_on: readonly ("held" | "failed")[];
            /** @example Harbour & Hazel: The run is held. The file would lose 40 % of its rows. */
            readonly stopped_reason: string | null;
            readonly undoable: boolean;
            readonly counts: {
                readonly waiting: number;
                readonly applied: number;
                readonly done: number;
                readonly held: number;
                readonly failed: number;
                readonly skipped: number;
                readonly undone: number;
                readonly not_undone: number;
            };
            /** @example API key "Agency" */
            readonly created_by: string;
            /** Format: date-time */
            readonly created_at: string;
            readonly started_at: string | null;
            readonly ended_at: string | null;
            readonly shops: readonly components["schemas"]["FleetChangeShop"][];
        };
        readonly FleetChangeShop: {
            readonly id: number;
            /** @constant */
            readonly object: "fleet_change_shop";
            readonly shop_id: number;
            /** @example Harbour & Hazel */
            readonly shop_name: string;
            /** @example harbour-and-hazel.example */
            readonly domain: string;
            /** @example Harbour */
            readonly client_label: string | null;
            readonly connected: boolean;
            readonly feed_id: string | null;
            /** @example Primary feed */
            readonly feed_name: string | null;
            readonly stage: number;
            /** @enum {string} */
            readonly status: "waiting" | "applied" | "done" | "held" | "failed" | "skipped" | "undone" | "not_undone";
            /** @example The shop is no longer connected. */
            readonly reason: string | null;
            readonly preview: components["schemas"]["FleetPreview"] | null;
            readonly audit_id: number | null;
            readonly undo_audit_id: number | null;
            readonly run_id: string | null;
            readonly extract_id: string | null;
            readonly applied_at: string | null;
            readonly ended_at: string | null;
        };
        readonly FleetFinding: {
            /** @constant */
            readonly object: "fleet_finding";
            /** @example google */
            readonly channel: string;
            /** @example invalid_gtin_checksum */
            readonly code: string;
            /** @example gtin */
            readonly field: string | null;
            /** @enum {string} */
            readonly severity: "error" | "warning" | "info";
            /** @example The GTIN's check digit, the last one, is wrong. */
            readonly message: string;
            /** @example Compare the barcode with the one on the package, and correct it in the shop. */
            readonly what_to_do: string;
            /**
             * @example {
             *       "type": "exclude_field",
             *       "target": "gtin",
             *       "condition": "not is_valid_gtin([G]gtin)"
             *     }
             */
            readonly suggested_rule: {
                readonly [key: string]: unknown;
            } | null;
            readonly affected_count: number;
            readonly shop_count: number;
            readonly shops: readonly {
                readonly shop_id: number;
                /** @example feed_12 */
                readonly feed_id: string;
                readonly affected_count: number;
            }[];
        };
        readonly FleetMeta: {
            readonly page: number;
            readonly per_page: number;
            readonly total: number;
            readonly total_pages: number;
            readonly has_more: boolean;
            readonly health: {
                readonly error: number;
                readonly warning: number;
                readonly ok: number;
                readonly unknown: number;
            };
        };
        readonly FleetPreview: {
            readonly rows_before: number | null;
            readonly rows_after: number | null;
            readonly changed: number | null;
            readonly newly_excluded: number | null;
            readonly newly_included: number | null;
            readonly findings_cleared: number | null;
            readonly findings_caused: number | null;
            /**
             * @example [
             *       "Add rule 3."
             *     ]
             */
            readonly changes: readonly string[];
            readonly samples: readonly {
                /** @example Wool scarf */
                readonly title: string;
                /** @example brand */
                readonly field: string;
                /** @example harbour */
                readonly before: string;
                /** @example Harbour & Hazel */
                readonly after: string;
            }[];
            /** @example No run is held. */
            readonly nothing: string | null;
            readonly error: {
                /** @example unknown_source_column */
                readonly code: string;
                /** @example The feed has no source column fabric. */
                readonly message: string;
            } | null;
        };
        readonly FleetShop: {
            readonly id: number;
            /** @constant */
            readonly object: "fleet_shop";
            /** @example harbour-and-hazel.example */
            readonly domain: string;
            /** @example Harbour & Hazel */
            readonly name: string | null;
            /** @example Harbour */
            readonly client_label: string | null;
            /** @enum {string} */
            readonly connection: "pending" | "active" | "declined";
            readonly connected_at: string | null;
            readonly installed: boolean;
            /** @example growth */
            readonly plan: string | null;
            /** @example active */
            readonly subscription_status: string | null;
            /** @enum {string} */
            readonly health: "error" | "warning" | "ok" | "unknown";
            readonly included_count: number | null;
            readonly finding_errors: number | null;
            readonly overview: components["schemas"]["Overview"] | null;
        };
        readonly InstalledShop: {
            /** @example shop_12 */
            readonly id: string;
            /** @constant */
            readonly object: "shop";
            readonly domain: string;
            readonly name: string;
            /** @enum {string} */
            readonly storefront: "csv" | "shopify";
            /** @enum {string} */
            readonly subscription_plan: "free" | "starter" | "growth" | "premium";
            /** @enum {string} */
            readonly subscription_status: "active" | "frozen" | "legacy" | "none";
            readonly product_count: number;
            readonly feed_url: string | null;
            readonly last_sync_at: string | null;
            readonly primary_locale: string;
            readonly languages: readonly string[];
            readonly currency: string;
            readonly country: string;
            readonly time_zone: string;
            readonly onboarding_complete: boolean;
            readonly storage: components["schemas"]["ShopStorage"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly uninstalled_at: string | null;
            readonly merchant_key: string;
            /** @example ext_12 */
            readonly extract_id: string;
            readonly missing: string | null;
        };
        readonly Jobs: {
            /** @constant */
            readonly object: "jobs";
            readonly workers: number;
            readonly work: readonly {
                /** @enum {string} */
                readonly kind: "extract" | "run" | "scope";
                readonly waiting: number;
                readonly running: number;
                readonly failed_last_day: number;
            }[];
            readonly queue: readonly {
                readonly job: string;
                readonly waiting: number;
                readonly running: number;
                readonly delayed: number;
                readonly failed: number;
            }[];
            readonly failures: readonly {
                readonly id: string;
                /** @enum {string} */
                readonly object: "extract" | "run";
                /** @example shop_12 */
                readonly shop_id: string;
                readonly error_code: string | null;
                readonly error_details: string | null;
                /** Format: date-time */
                readonly created_at: string;
            }[];
        };
        readonly KeyRequest: {
            /** @example Warehouse */
            readonly name?: string;
            /**
             * @example [
             *       "read"
             *     ]
             */
            readonly scopes?: readonly ("read_settings" | "write_settings" | "read_feeds" | "write_feeds" | "read_exports" | "write_exports" | "read_products" | "write_products" | "read_rules" | "write_rules" | "read_channels" | "write_channels" | "read_subscription" | "write_subscription" | "read_webhooks" | "write_webhooks" | "read_admin" | "write_admin" | "read_org" | "write_org" | "read" | "write" | "full_access")[];
        };
        readonly Language: {
            /** @constant */
            readonly object: "language";
            /** @example de */
            readonly id: string;
            readonly primary: boolean;
            readonly extracted: boolean;
            /** @example null */
            readonly left_out_reason: string | null;
            readonly feed_ids: readonly string[];
        };
        readonly ListedPageMeta: {
            readonly page: number;
            readonly per_page: number;
            readonly total: number;
            readonly total_pages: number;
            readonly has_more: boolean;
            /** @example run_12 */
            readonly run_id?: string;
            /** @constant */
            readonly publication?: "held";
            readonly held_reasons?: readonly {
                /** @enum {string} */
                readonly code: "empty" | "row_count_drop" | "id_change" | "identity_change" | "currency_change" | "currency_missing" | "duplicate_ids" | "price_change" | "live_run_damaged" | "test_failed" | "not_extracted";
                /** @example The file would lose 40 % of its rows. */
                readonly message: string;
                readonly details: {
                    readonly [key: string]: unknown;
                };
            }[];
            /** @example Run run_12 is held: The file would have no products. Publish it with POST /v1/feeds/feed_3/runs/run_12/publish, or change the feed and run it again. */
            readonly notice?: string;
        };
        readonly LookupRow: {
            /** @example Aqua */
            readonly key: string;
            /**
             * @example {
             *       "colour": "Aqua",
             *       "group": "Blue"
             *     }
             */
            readonly values: {
                readonly [key: string]: string;
            };
        };
        readonly LookupRowsChange: {
            /**
             * @example lookup_rows_change
             * @enum {string}
             */
            readonly object: "lookup_rows_change" | "lookup_rows_preview";
            /** @example colours */
            readonly name: string;
            /** @example 2 */
            readonly row_count: number;
            /** @example 1 */
            readonly added_count: number;
            /** @example 0 */
            readonly changed_count: number;
            /** @example 0 */
            readonly removed_count: number;
            readonly changes: readonly {
                /** @example Teal */
                readonly key: string;
                /**
                 * @example added
                 * @enum {string}
                 */
                readonly action: "added" | "changed" | "removed";
                readonly before: {
                    readonly [key: string]: string;
                } | null;
                readonly after: {
                    readonly [key: string]: string;
                } | null;
            }[];
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly LookupRowsMeta: {
            readonly page: number;
            readonly per_page: number;
            readonly total: number;
            readonly total_pages: number;
            readonly has_more: boolean;
            /**
             * @example [
             *       "colour",
             *       "group"
             *     ]
             */
            readonly columns: readonly string[];
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly LookupTable: {
            /** @constant */
            readonly object: "lookup_table";
            readonly name: string;
            readonly columns: readonly string[];
            readonly row_count: number;
            readonly size_bytes: number;
            readonly unmatched_keys: readonly {
                readonly key: string;
                readonly count: number;
            }[] | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly ManyCellsError: {
            readonly row_id: string;
            readonly column: string | null;
            /** @enum {string} */
            readonly code: "unknown_column" | "output_column" | "computed_column" | "value_too_long" | "invalid_value" | "row_not_found" | "duplicate_row";
            readonly message: string;
            readonly source_column: string | null;
        };
        readonly MarginTiers: {
            /** @enum {string} */
            readonly object: "margin_tiers" | "margin_tiers_preview";
            /** @example feed_12 */
            readonly feed_id: string;
            readonly slot: number;
            readonly summary: string;
            readonly changed: boolean;
            readonly rule_id: string | null;
            readonly rule: string | null;
            readonly cost_coverage: {
                readonly with_cost: number;
                readonly total: number;
            };
            readonly effect: components["schemas"]["FeedPreview"] | null;
        };
        readonly Market: {
            /** @constant */
            readonly object: "market";
            /** @example nordics */
            readonly id: string;
            readonly countries: readonly string[];
            /** @example SEK */
            readonly currency: string | null;
            readonly has_prices: boolean;
            readonly feed_ids: readonly string[];
        };
        readonly Metafields: {
            /** @constant */
            readonly object: "metafields";
            /** @enum {string} */
            readonly takes: "all" | "listed";
            readonly metafields: readonly {
                /** @example custom */
                readonly namespace: string;
                /** @example material */
                readonly key: string;
                /** @enum {string} */
                readonly level: "product" | "variant";
                /**
                 * @example metafield-material
                 * @example variant-metafield-size
                 */
                readonly column: string;
                readonly coverage: {
                    readonly with_value: number;
                    readonly total: number;
                    readonly sample_values: readonly string[];
                };
            }[];
            readonly available?: readonly {
                /** @example custom */
                readonly namespace: string;
                /** @example material */
                readonly key: string;
                /** @enum {string} */
                readonly level: "product" | "variant";
                readonly column: string | null;
                readonly with_value: number;
            }[];
            readonly blanks?: readonly {
                /** @example feed_12 */
                readonly feed_id: string;
                /** @example material */
                readonly feed_column: string;
                /** @example metafield-material */
                readonly source_column: string;
            }[];
        };
        readonly OrgKey: {
            /** @constant */
            readonly object: "org_key";
            /** @example 12 */
            readonly id: number;
            /** @example Warehouse */
            readonly name: string;
            /** @example svc_live_sk_0123 */
            readonly key_prefix: string;
            /**
             * @example [
             *       "read"
             *     ]
             */
            readonly scopes: readonly string[];
            /** @enum {string} */
            readonly status: "active" | "revoked";
            /** @example 0 */
            readonly request_count: number;
            /** @example null */
            readonly last_used_at: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** @example null */
            readonly revoked_at: string | null;
            readonly raw_key?: string;
        };
        readonly OrgMember: {
            readonly id: number;
            /** @constant */
            readonly object: "org_member";
            readonly name: string;
            readonly email: string;
            /** @enum {string} */
            readonly role: "owner" | "admin" | "member";
            /** Format: date-time */
            readonly created_at: string;
        };
        readonly OrgTemplate: {
            readonly id: number;
            /** @constant */
            readonly object: "org_template";
            /** @example Fashion basics */
            readonly name: string;
            readonly version: number;
            readonly feed_count: number;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly OrgTemplateDetail: {
            readonly id: number;
            /** @constant */
            readonly object: "org_template";
            /** @example Fashion basics */
            readonly name: string;
            readonly version: number;
            readonly feed_count: number;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly document: components["schemas"]["WrittenFeedConfig"];
            readonly placeholders: readonly {
                /** @example brand */
                readonly name: string;
                /** @example Acme */
                readonly default?: string | number | boolean;
            }[];
            readonly shops: readonly {
                readonly shop_id: number;
                /** @example Harbour & Hazel */
                readonly shop_name: string;
                /** @example feed_12 */
                readonly feed_id: string;
                /** @example Primary feed */
                readonly feed_name: string;
                /**
                 * @example {
                 *       "brand": "Harbour & Hazel"
                 *     }
                 */
                readonly values: {
                    readonly [key: string]: string | number | boolean;
                };
                /**
                 * @example [
                 *       "brand"
                 *     ]
                 */
                readonly missing: readonly string[];
            }[];
            readonly versions: readonly {
                readonly version: number;
                /** @example API key "Agency" */
                readonly created_by: string;
                /** Format: date-time */
                readonly created_at: string;
            }[];
        };
        readonly Organization: {
            /** @example org_12 */
            readonly id: string;
            /** @constant */
            readonly object: "organization";
            readonly name: string;
            readonly shop_count: number;
            readonly member_count: number;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly Overview: {
            /** @constant */
            readonly object: "overview";
            readonly feeds: readonly {
                /** @example feed_12 */
                readonly feed_id: string;
                /** @example Primary feed */
                readonly name: string;
                /** @enum {string} */
                readonly feed_type: "primary" | "language" | "market";
                /** @example http://127.0.0.1:8080/feeds/5f0c1de2a9b84736c1d0e9f8a7b6c5d4e3f2a1b0/gmcfeed.txt */
                readonly feed_url: string | null;
                readonly live_run: {
                    /** @example run_12 */
                    readonly id: string;
                    readonly included_count: number;
                    readonly excluded_count: number;
                    readonly completed_at: string | null;
                    readonly outdated: boolean;
                } | null;
                readonly running_run: {
                    /** @example run_12 */
                    readonly id: string;
                    /** @example null */
                    readonly stage: ("waiting" | "transforming" | "writing" | "publishing") | null;
                    /** @example 100 */
                    readonly progress: number;
                } | null;
                readonly held_run: {
                    /** @example run_12 */
                    readonly id: string;
                    readonly since: string | null;
                    /**
                     * @example [
                     *       "The file would lose 40 % of its rows."
                     *     ]
                     */
                    readonly reasons: readonly string[];
                } | null;
                readonly last_error: {
                    /** @example run_12 */
                    readonly run_id: string;
                    readonly code: string | null;
                    /** @example A stored file is damaged. Extract the catalog again. */
                    readonly message: string | null;
                    readonly at: string | null;
                } | null;
                readonly findings: {
                    readonly errors: number;
                    readonly warnings: number;
                };
                readonly sparkline: readonly {
                    /** @example run_12 */
                    readonly run_id: string;
                    /** Format: date-time */
                    readonly completed_at: string;
                    readonly included_count: number;
                }[];
            }[];
            readonly attention: readonly {
                /** @enum {string} */
                readonly severity: "error" | "warning";
                /** @enum {string} */
                readonly code: "access_ended" | "extract_failed" | "no_catalog" | "run_failed" | "run_held" | "never_run" | "channel_errors" | "webhook_disabled";
                readonly object: {
                    /** @enum {string} */
                    readonly type: "shop" | "feed" | "run" | "extract" | "webhook";
                    /** @example run_12 */
                    readonly id: string;
                    readonly feed_id: string | null;
                };
                readonly since: string | null;
                /** @example Run run_12 of Primary feed is held. The file would lose 40 % of its rows. */
                readonly message: string;
                readonly actions: readonly {
                    /** @example runs.publish */
                    readonly operation: string;
                    /**
                     * @example {
                     *       "id": "feed_12",
                     *       "run_id": "run_12"
                     *     }
                     */
                    readonly arguments: {
                        readonly [key: string]: unknown;
                    };
                }[];
            }[];
            readonly latest_extract: {
                /** @example ext_12 */
                readonly id: string;
                /**
                 * @example completed
                 * @enum {string}
                 */
                readonly status: "pending" | "running" | "completed" | "failed" | "cancelled";
                /** @example 100 */
                readonly progress: number;
                /** @example null */
                readonly waiting: string | null;
                /** @example 4 */
                readonly product_count: number;
                /** @example 2026-11-02T09:00:30.000Z */
                readonly completed_at: string | null;
            } | null;
            readonly next_extract_at: string | null;
        };
        readonly PageMeta: {
            readonly page: number;
            readonly per_page: number;
            readonly total: number;
            readonly total_pages: number;
            readonly has_more: boolean;
        };
        readonly Plan: {
            readonly id: number;
            /** @constant */
            readonly object: "plan";
            /** @enum {string} */
            readonly code_name: "free" | "starter" | "growth" | "premium";
            readonly name: string;
            readonly description: string;
            /** @example 29.99 */
            readonly price: string;
            readonly currency: string;
            readonly skus_min: number;
            readonly skus_max: number | null;
            readonly daily_export_count: number;
            readonly additional_feeds: boolean;
            readonly recommended: boolean;
            readonly is_free: boolean;
        };
        readonly PlatformIssue: {
            /** @constant */
            readonly object: "platform_issue";
            /** @example reserved_gtin */
            readonly code: string;
            /** @enum {string} */
            readonly severity: "error" | "warning" | "info";
            /** @example gtin */
            readonly attribute: string | null;
            /** @example Reserved GTIN */
            readonly message: string;
            /** @example null */
            readonly documentation_url: string | null;
            /**
             * @example [
             *       "US"
             *     ]
             */
            readonly countries: readonly string[];
            /** @example reserved_gtin */
            readonly finding_code: string | null;
            /** @example 2 */
            readonly affected_count: number;
            /** @example 0 */
            readonly fixed_count: number;
            /** @example false */
            readonly fixed_by_next_run: boolean | null;
            /** @example The live file has this fault (reserved_gtin), and nothing changed since that could fix it. */
            readonly reason: string;
            readonly samples: readonly {
                /** @example 41200000011393 */
                readonly row_id: string;
                /** @example prod_41200000011393 */
                readonly product_id: string;
                /** @example Linen Shirt - Navy, M */
                readonly title: string;
                /** @example 2000000000008 */
                readonly value: string | null;
                /** @example https://admin.shopify.com/store/my-shop/products/8100000001207/variants/41200000011393 */
                readonly admin_url: string | null;
            }[];
        };
        readonly PlatformIssueRow: {
            /** @constant */
            readonly object: "platform_issue_row";
            /** @example 41200000011393 */
            readonly row_id: string;
            /** @example prod_41200000011393 */
            readonly product_id: string;
            /** @example LS-NAVY-M */
            readonly sku: string | null;
            /** @example Linen Shirt - Navy, M */
            readonly title: string;
            /** @example https://admin.shopify.com/store/my-shop/products/8100000001207/variants/41200000011393 */
            readonly admin_url: string | null;
            /** @example shopify_US_8100000001207_41200000011393 */
            readonly item_id: string;
            /** @enum {string} */
            readonly item_status: "approved" | "limited" | "disapproved" | "pending";
            /** @example reserved_gtin */
            readonly code: string;
            /** @enum {string} */
            readonly severity: "error" | "warning" | "info";
            /** @example gtin */
            readonly attribute: string | null;
            /** @example Reserved GTIN */
            readonly message: string;
            /** @example null */
            readonly documentation_url: string | null;
            /**
             * @example [
             *       "US"
             *     ]
             */
            readonly countries: readonly string[];
            /** @example 2000000000008 */
            readonly value: string | null;
            readonly finding: {
                /** @example invalid_gtin_checksum */
                readonly code: string;
                /** @example gtin */
                readonly field: string | null;
                /** @enum {string} */
                readonly severity: "error" | "warning" | "info";
                /** @example The GTIN's check digit, the last one, is wrong. */
                readonly message: string;
                /** @example Compare the barcode with the one on the package, and correct it in the shop. */
                readonly what_to_do: string;
            } | null;
            readonly rules: readonly {
                /** @example rule_12 */
                readonly rule_id: string;
                /** @example Set gtin to "2000000000008" */
                readonly rule: string;
                /** @example  */
                readonly before: string;
                /** @example 2000000000008 */
                readonly after: string;
            }[] | null;
            /** @example false */
            readonly fixed_by_next_run: boolean | null;
            /** @example The live file has this fault (reserved_gtin), and nothing changed since that could fix it. */
            readonly reason: string;
        };
        readonly PlatformIssuesMeta: {
            readonly page: number;
            readonly per_page: number;
            readonly total: number;
            readonly total_pages: number;
            readonly has_more: boolean;
            /**
             * @example read
             * @enum {string}
             */
            readonly status: "never_read" | "reading" | "read" | "failed";
            readonly fetched_at: string | null;
            readonly items: {
                readonly approved: number;
                readonly limited: number;
                readonly disapproved: number;
                readonly pending: number;
            } | null;
            /** @example false */
            readonly items_cut: boolean;
            readonly error: {
                /** @example throttled */
                readonly code: string;
                /** @example Google takes no more requests for now. Feedwright tries again later. */
                readonly message: string;
            } | null;
            readonly run_id: string | null;
            /** @example 0 */
            readonly items_elsewhere: number;
        };
        readonly PlatformItems: {
            /**
             * @example read
             * @enum {string}
             */
            readonly status: "never_read" | "reading" | "read" | "failed";
            readonly fetched_at: string | null;
            readonly items: {
                readonly approved: number;
                readonly limited: number;
                readonly disapproved: number;
                readonly pending: number;
            } | null;
            /** @example false */
            readonly items_cut: boolean;
            readonly error: {
                /** @example throttled */
                readonly code: string;
                /** @example Google takes no more requests for now. Feedwright tries again later. */
                readonly message: string;
            } | null;
        };
        readonly PreviewSummary: {
            readonly matched: number;
            readonly changed: number;
            readonly newly_excluded: number;
            readonly newly_included: number;
            readonly unchanged: number;
            readonly total: number;
        };
        readonly PreviewWarning: {
            readonly code: string;
            readonly column: string;
            readonly message: string;
            readonly count: number;
            readonly sample: string | null;
        };
        readonly PreviewedRow: {
            readonly product_title: string;
            /** @example prod_41200000011393 */
            readonly product_id: string;
            readonly row_id: string;
            readonly excluded: boolean;
            readonly excluded_reason: string | null;
            readonly excluded_before: boolean;
            readonly changes: readonly {
                readonly field: string;
                readonly before: string;
                readonly after: string;
            }[];
        };
        readonly Product: {
            /** @example prod_41200000011393 */
            readonly id: string;
            /** @constant */
            readonly object: "product";
            readonly shopify_product_id: string | null;
            readonly shopify_variant_id: string | null;
            readonly sku: string | null;
            readonly title: string;
            /** @example 29.99 */
            readonly price: string | null;
            /** @example 29.99 */
            readonly compare_at_price: string | null;
            readonly currency: string | null;
            readonly inventory_quantity: number | null;
            readonly image_url: string | null;
            readonly vendor: string | null;
            readonly product_type: string | null;
            readonly condition: string | null;
            readonly status: string | null;
            readonly excluded: boolean;
            readonly excluded_reason: string | null;
            /**
             * @example {
             *       "stage": "rules",
             *       "rule_id": "rule_7",
             *       "setting": null
             *     }
             */
            readonly cause: components["schemas"]["ExclusionCause"] | null;
            readonly has_overrides: boolean;
            readonly extracted_at: string | null;
            readonly created_at: string | null;
            readonly updated_at: string | null;
        };
        readonly ProductBatchRestore: {
            readonly restored: readonly string[];
            readonly errors: readonly components["schemas"]["BatchItemError"][];
        };
        readonly ProductBatchUpdate: {
            readonly updated: readonly string[];
            readonly errors: readonly components["schemas"]["BatchItemError"][];
        };
        readonly ProductDetail: {
            /** @example prod_41200000011393 */
            readonly id: string;
            /** @constant */
            readonly object: "product";
            readonly shopify_product_id: string | null;
            readonly shopify_variant_id: string | null;
            readonly sku: string | null;
            readonly title: string;
            /** @example 29.99 */
            readonly price: string | null;
            /** @example 29.99 */
            readonly compare_at_price: string | null;
            readonly currency: string | null;
            readonly inventory_quantity: number | null;
            readonly image_url: string | null;
            readonly vendor: string | null;
            readonly product_type: string | null;
            readonly condition: string | null;
            readonly status: string | null;
            readonly excluded: boolean;
            readonly excluded_reason: string | null;
            /**
             * @example {
             *       "stage": "rules",
             *       "rule_id": "rule_7",
             *       "setting": null
             *     }
             */
            readonly cause: components["schemas"]["ExclusionCause"] | null;
            readonly has_overrides: boolean;
            readonly extracted_at: string | null;
            readonly created_at: string | null;
            readonly updated_at: string | null;
            readonly source_data: {
                readonly [key: string]: string;
            };
            readonly overrides: {
                readonly [key: string]: string | true;
            };
            readonly cells: {
                readonly [key: string]: string;
            };
        };
        readonly ProductFeeds: {
            /** @constant */
            readonly object: "product_feeds";
            /** @example prod_41200000011393 */
            readonly id: string;
            /** @example Linen Shirt */
            readonly title: string;
            /** @example LS-NAVY-M */
            readonly sku: string | null;
            readonly others: readonly {
                /** @example prod_41200000011393 */
                readonly id: string;
                /** @example Linen Shirt */
                readonly title: string;
                /** @example LS-NAVY-M */
                readonly sku: string | null;
            }[];
            readonly matches: number;
            readonly feeds: readonly {
                /** @example feed_12 */
                readonly feed_id: string;
                /** @example Primary feed */
                readonly name: string;
                /** @enum {string} */
                readonly state: "included" | "needs_attention" | "not_in_feed";
                /** @enum {string} */
                readonly what: "live" | "excluded_by_rule" | "excluded_by_merchant" | "not_selected" | "draft" | "archived" | "unpublished" | "unlisted" | "gift_card" | "no_price" | "not_sold" | "not_extracted" | "allowance" | "duplicate_id" | "has_findings" | "run_held" | "feed_inactive" | "other";
                /** @example The product is in the file being served. */
                readonly sentence: string;
                /** @example Gift card */
                readonly reason: string | null;
                readonly rule: {
                    /** @example rule_12 */
                    readonly id: string;
                    /** @example Exclude because "Sample" */
                    readonly name: string;
                } | null;
                /** @example gift_cards */
                readonly setting: string | null;
                readonly rows: {
                    readonly included: number;
                    readonly total: number;
                };
                readonly findings: readonly {
                    /** @example google */
                    readonly channel: string;
                    /** @example missing_image */
                    readonly code: string;
                    /** @enum {string} */
                    readonly severity: "error" | "warning" | "info";
                    /** @example image_link */
                    readonly field: string | null;
                }[];
                readonly findings_count: number;
                readonly run_id: string | null;
                readonly outdated: boolean;
                readonly fields: readonly {
                    /** @example title */
                    readonly field: string;
                    /**
                     * @example {
                     *       "title": "Linen Shirt"
                     *     }
                     */
                    readonly source: {
                        readonly [key: string]: string;
                    };
                    /** @example Linen Shirt - Navy */
                    readonly value: string;
                    readonly changed_by: readonly {
                        /** @example rules */
                        readonly stage: string;
                        readonly rule_id: string | null;
                        /** @example Linen Shirt - Navy */
                        readonly value: string;
                    }[];
                }[] | null;
            }[];
        };
        /**
         * @example {
         *       "brand": "Harbour & Hazel"
         *     }
         */
        readonly ProductOverrideInput: {
            readonly title?: string | null;
            readonly description?: string | null;
            readonly brand?: string | null;
            readonly gtin?: string | null;
            readonly mpn?: string | null;
            readonly condition?: ("new" | "refurbished" | "used") | null;
            readonly excluded?: boolean | null;
            readonly google_product_category?: string | null;
            readonly product_type?: string | null;
            readonly custom_label_0?: string | null;
            readonly custom_label_1?: string | null;
            readonly custom_label_2?: string | null;
            readonly custom_label_3?: string | null;
            readonly custom_label_4?: string | null;
        };
        readonly ProductStates: {
            /** @constant */
            readonly object: "product_states";
            /** @example prod_41200000011393 */
            readonly id: string;
            /** @example Linen Shirt */
            readonly title: string;
            /** @example LS-NAVY-M */
            readonly sku: string | null;
            readonly feeds: readonly {
                /** @example feed_12 */
                readonly feed_id: string;
                /** @enum {string} */
                readonly state: "included" | "needs_attention" | "not_in_feed";
                /** @enum {string} */
                readonly what: "live" | "excluded_by_rule" | "excluded_by_merchant" | "not_selected" | "draft" | "archived" | "unpublished" | "unlisted" | "gift_card" | "no_price" | "not_sold" | "not_extracted" | "allowance" | "duplicate_id" | "has_findings" | "run_held" | "feed_inactive" | "other";
                /** @example Gift card */
                readonly reason: string | null;
            }[];
        };
        readonly PublishGuard: {
            readonly max_drop_percent: number;
            readonly max_id_change_percent: number;
            readonly max_price_factor: number;
            readonly enabled: boolean;
        };
        readonly RowDebugResult: {
            /** @example feed_12 */
            readonly feed_id: string;
            readonly channel_slug: string | null;
            readonly rows: readonly {
                readonly row_id: string;
                /** @example prod_41200000011393 */
                readonly product_id: string;
                readonly item: number;
                readonly input: {
                    readonly [key: string]: string;
                };
                readonly output: {
                    readonly [key: string]: string;
                };
                readonly excluded: boolean;
                readonly exclude_reason: string | null;
                readonly stages: readonly {
                    readonly stage: string;
                    readonly rule_id: string | null;
                    /** @example translations de */
                    readonly source?: string;
                    readonly changes: readonly {
                        readonly field: string;
                        readonly before: string;
                        readonly after: string;
                    }[];
                    readonly excluded?: boolean;
                    readonly exclude_reason?: string | null;
                }[];
                readonly rendered?: {
                    /** @example google_tsv */
                    readonly renderer: string;
                    readonly columns: readonly string[];
                    readonly values: {
                        readonly [key: string]: string;
                    };
                } | null;
            }[];
        };
        readonly RowDiff: {
            readonly row_id: string;
            /** @example prod_41200000011393 */
            readonly product_id: string;
            /** @example Blue shirt */
            readonly title: string;
            /** @enum {string} */
            readonly change: "added" | "removed" | "changed";
            readonly cause: components["schemas"]["DiffCause"];
            readonly fields: readonly {
                readonly field: string;
                readonly before: string;
                readonly after: string;
            }[];
        };
        readonly Rule: {
            /** @example rule_12 */
            readonly id: string;
            /** @constant */
            readonly object: "rule";
            readonly rule_type: string;
            readonly rule: string;
            readonly target_column: string | null;
            readonly condition: string | null;
            readonly value: unknown;
            readonly active: boolean;
            readonly position: number;
            readonly note: string | null;
            readonly definition: {
                readonly [key: string]: unknown;
            };
            readonly text: string;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly RuleCheck: {
            /** @constant */
            readonly object: "rule_check";
            readonly valid: boolean;
            readonly definition: {
                readonly [key: string]: unknown;
            } | null;
            readonly text: string | null;
            readonly sentence: string | null;
            readonly condition: string | null;
            readonly faults: readonly {
                readonly param: string;
                readonly code: string;
                readonly message: string;
                readonly line: number | null;
                readonly column: number | null;
            }[];
            readonly spans: readonly {
                readonly start: number;
                readonly end: number;
                /** @enum {string} */
                readonly kind: "keyword" | "rule_type" | "field" | "function" | "source_column" | "feed_column" | "text" | "number" | "literal" | "word" | "symbol" | "invalid";
            }[];
        };
        readonly RuleCounts: {
            /** @constant */
            readonly object: "rule_counts";
            /** @example feed_12 */
            readonly feed_id: string;
            readonly version: number;
            /** @enum {string} */
            readonly status: "fresh" | "refreshing" | "computing";
            readonly run_id: string | null;
            readonly total_count: number | null;
            readonly included_count: number | null;
            readonly rules: readonly {
                /** @example rule_12 */
                readonly rule_id: string;
                readonly position: number;
                readonly active: boolean;
                readonly matched: number | null;
                readonly changed: number | null;
                readonly excluded: number | null;
                readonly included_before: number | null;
                readonly included_after: number | null;
            }[];
        };
        /**
         * @example {
         *       "type": "exclude",
         *       "reason": "Not in stock",
         *       "condition": "[D]inventory_quantity = 0"
         *     }
         * @example {
         *       "text": "Exclude because \"Sample\" when [D]title contains \"sample\""
         *     }
         */
        readonly RuleDefinition: {
            readonly [key: string]: unknown;
        };
        readonly RuleLanguage: {
            /** @constant */
            readonly object: "rule_language";
            readonly rule_types: readonly {
                readonly type: string;
                readonly summary: string;
                readonly members: {
                    readonly [key: string]: unknown;
                };
                readonly example: {
                    readonly [key: string]: unknown;
                };
                readonly text: string;
            }[];
            readonly operators: readonly {
                readonly operator: string;
                readonly summary: string;
            }[];
            readonly functions: readonly {
                readonly name: string;
                readonly family: string;
                readonly signature: string;
                readonly parameters: readonly {
                    readonly name: string;
                    readonly type: string;
                    readonly optional: boolean;
                    readonly literal: boolean;
                    readonly words: readonly string[];
                }[];
                readonly returns: string;
                readonly summary: string;
                readonly blank: string;
                readonly examples: readonly {
                    readonly expression: string;
                    readonly result: string;
                }[];
            }[];
            readonly limits: {
                readonly conditions_per_rule: number;
                readonly definition_bytes: number;
            };
        };
        readonly RuleLint: {
            /** @constant */
            readonly object: "rule_lint";
            /** @example feed_12 */
            readonly feed_id: string;
            readonly version: number;
            readonly run_id: string | null;
            readonly rules_count: number;
            readonly total_count: number;
            readonly findings: readonly {
                /** @enum {string} */
                readonly code: "matches_nothing" | "changes_nothing" | "shadowed" | "contradiction" | "blank_input" | "unmatched_lookup_keys" | "order_dependent";
                /** @enum {string} */
                readonly severity: "warning" | "info";
                readonly rule_ids: readonly string[];
                readonly column: string | null;
                readonly count: number;
                readonly message: string;
                readonly suggestion: {
                    readonly text: string;
                    readonly request: {
                        /** @enum {string} */
                        readonly method: "POST";
                        readonly path: string;
                        readonly body: {
                            readonly [key: string]: unknown;
                        } | null;
                    } | null;
                };
            }[];
        };
        readonly RuleNames: {
            /** @constant */
            readonly object: "rule_names";
            readonly rule_types: readonly {
                readonly name: string;
                readonly summary: string;
            }[];
            readonly operators: readonly {
                readonly name: string;
                readonly summary: string;
            }[];
            readonly functions: readonly {
                readonly name: string;
                readonly family: string;
                readonly signature: string;
                readonly summary: string;
            }[];
        };
        readonly RulePreview: {
            /** @constant */
            readonly object: "rule_preview";
            readonly results: readonly components["schemas"]["PreviewedRow"][];
            readonly summary: components["schemas"]["PreviewSummary"];
            readonly newly_excluded_reasons: readonly {
                readonly reason: string;
                readonly count: number;
            }[];
            readonly newly_included_reasons: readonly {
                readonly reason: string;
                readonly count: number;
            }[];
            readonly findings: readonly components["schemas"]["FindingChange"][] | null;
            readonly warnings: readonly components["schemas"]["PreviewWarning"][];
            readonly page: number;
            readonly total_pages: number;
        };
        readonly RunDiffSummary: {
            /** @constant */
            readonly object: "run_diff_summary";
            /** @example run_12 */
            readonly run_id: string;
            readonly against: string | null;
            readonly added_count: number;
            readonly removed_count: number;
            readonly changed_count: number;
            readonly fields: readonly {
                /** @example price */
                readonly field: string;
                readonly count: number;
            }[];
            readonly causes: readonly {
                /** @enum {string} */
                readonly change: "added" | "removed" | "changed";
                readonly cause: components["schemas"]["DiffCause"];
                readonly count: number;
                /**
                 * @example [
                 *       "41200769"
                 *     ]
                 */
                readonly sample_row_ids: readonly string[];
            }[];
        };
        readonly RunHistory: {
            /** @example run_12 */
            readonly id: string;
            /** @constant */
            readonly object: "run";
            /** @example feed_12 */
            readonly feed_id: string;
            /** @enum {string} */
            readonly status: "running" | "completed" | "failed";
            /** @enum {string} */
            readonly publication: "live" | "held" | "superseded" | "discarded" | "none";
            readonly has_output: boolean;
            /** @enum {string} */
            readonly trigger: "regenerate" | "extract" | "schedule" | "settings" | "delta" | "rollback";
            /** @example ext_12 */
            readonly extract_id: string;
            /** @example null */
            readonly stage: ("waiting" | "transforming" | "writing" | "publishing") | null;
            /** @example 100 */
            readonly progress: number;
            readonly included_count: number | null;
            readonly excluded_count: number | null;
            readonly total_count: number | null;
            readonly added_count: number | null;
            readonly removed_count: number | null;
            readonly changed_count: number | null;
            readonly duration_ms: number | null;
            readonly held_reasons: readonly {
                /** @enum {string} */
                readonly code: "empty" | "row_count_drop" | "id_change" | "identity_change" | "currency_change" | "currency_missing" | "duplicate_ids" | "price_change" | "live_run_damaged" | "test_failed" | "not_extracted";
                /** @example The file would lose 40 % of its rows. */
                readonly message: string;
                readonly details: {
                    readonly [key: string]: unknown;
                };
            }[];
            readonly tests: {
                readonly passed: number;
                readonly failed: number;
                readonly missing: number;
            } | null;
            /** @example source_damaged */
            readonly error_code: string | null;
            /** @example A stored file is damaged. Extract the catalog again. */
            readonly error_details: string | null;
            /** Format: date-time */
            readonly created_at: string;
            readonly completed_at: string | null;
            /** @example Primary feed */
            readonly feed_name: string;
            readonly compared_with: string | null;
            /** @example 3 rows were added, 1 was removed and 20 were changed since run_11. */
            readonly changes: string | null;
            /** @example API key "Warehouse" */
            readonly started_by: string | null;
            /** @example 4 */
            readonly version: number;
            /** @example 1 rule added */
            readonly version_summary: string | null;
            /** @example 1 */
            readonly versions_since: number | null;
        };
        readonly RunLineage: {
            /** @constant */
            readonly object: "run_lineage";
            /** @example run_12 */
            readonly run_id: string;
            /** @example feed_12 */
            readonly feed_id: string;
            readonly total_count: number;
            readonly included_count: number;
            readonly rules: readonly {
                /** @example rule_12 */
                readonly rule_id: string;
                readonly rule_type: string;
                readonly rule: string;
                readonly position: number;
                readonly matched_count: number;
                readonly excluded_count: number;
                readonly admitted_count: number;
                readonly included_before_count: number | null;
                readonly included_after_count: number | null;
                readonly changed_count: number;
                readonly columns: readonly {
                    readonly column: string;
                    readonly changed_count: number;
                    readonly in_file_count: number;
                    readonly kept_count: number;
                    readonly overwritten_by: readonly {
                        /** @example rule_12 */
                        readonly rule_id: string;
                        readonly count: number;
                    }[];
                }[];
            }[];
        };
        readonly RunSeries: {
            /** @constant */
            readonly object: "run_series";
            /** @example feed_12 */
            readonly feed_id: string;
            /**
             * @example day
             * @enum {string}
             */
            readonly bucket: "run" | "hour" | "day";
            /** @example Europe/Berlin */
            readonly time_zone: string;
            /** Format: date-time */
            readonly from: string;
            /** Format: date-time */
            readonly to: string;
            readonly points: readonly {
                /** Format: date-time */
                readonly at: string;
                readonly run_id: string | null;
                readonly publication: ("live" | "held" | "superseded" | "discarded" | "none") | null;
                readonly total_count: number | null;
                readonly included_count: number | null;
                readonly excluded_count: number | null;
                readonly error_count: number | null;
                readonly warning_count: number | null;
                readonly duration_ms: number | null;
                /** @example 1 */
                readonly run_count: number;
                /** @example 0 */
                readonly failed_count: number;
                readonly held_run_ids: readonly string[];
            }[];
        };
        readonly SearchHit: {
            /** @constant */
            readonly object: "search_hit";
            /**
             * @example product
             * @enum {string}
             */
            readonly kind: "product" | "feed" | "rule" | "lookup" | "webhook";
            /** @example prod_41200000011393 */
            readonly id: string;
            /** @example Linen shirt */
            readonly title: string;
            /** @example LS-NAVY-M */
            readonly detail: string | null;
            readonly feed_id: string | null;
            /**
             * @example sku
             * @enum {string}
             */
            readonly matched: "id" | "sku" | "gtin" | "handle" | "title" | "name";
        };
        readonly Shop: {
            /** @example shop_12 */
            readonly id: string;
            /** @constant */
            readonly object: "shop";
            readonly domain: string;
            readonly name: string;
            /** @enum {string} */
            readonly storefront: "csv" | "shopify";
            /** @enum {string} */
            readonly subscription_plan: "free" | "starter" | "growth" | "premium";
            /** @enum {string} */
            readonly subscription_status: "active" | "frozen" | "legacy" | "none";
            readonly product_count: number;
            readonly feed_url: string | null;
            readonly last_sync_at: string | null;
            readonly primary_locale: string;
            readonly languages: readonly string[];
            readonly currency: string;
            readonly country: string;
            readonly time_zone: string;
            readonly onboarding_complete: boolean;
            readonly storage: components["schemas"]["ShopStorage"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly ShopStorage: {
            /** @example 0 */
            readonly used_bytes: number;
            /** @example 50000000000 */
            readonly limit_bytes: number | null;
            readonly by_kind: {
                /** @example 0 */
                readonly versions: number;
                /** @example 0 */
                readonly lookup_tables: number;
                /** @example 0 */
                readonly stored_answers: number;
                /** @example 0 */
                readonly snapshots: number;
                /** @example 0 */
                readonly runs: number;
                /** @example 0 */
                readonly exports: number;
            };
        };
        readonly SignInLink: {
            /** @constant */
            readonly object: "sign_in_link";
            /** Format: uri */
            readonly url: string;
            /** @example fwc_0123456789abcdefghijklmnopqrstuv */
            readonly code: string;
            /** Format: date-time */
            readonly expires_at: string;
        };
        readonly SourceRow: {
            /** @constant */
            readonly object: "source_row";
            readonly row_id: string;
            /** @example prod_41200000011393 */
            readonly product_id: string;
            readonly values: {
                readonly [key: string]: string;
            };
            readonly edited: {
                readonly [key: string]: string;
            };
            readonly overridden: readonly string[];
            readonly cut: readonly string[];
            readonly excluded: boolean;
            readonly excluded_reason: string | null;
        };
        readonly SourceRowsMeta: {
            readonly page: number;
            readonly per_page: number;
            readonly total: number;
            readonly total_pages: number;
            readonly has_more: boolean;
            /** @example run_12 */
            readonly run_id?: string;
            /** @constant */
            readonly publication?: "held";
            readonly held_reasons?: readonly {
                /** @enum {string} */
                readonly code: "empty" | "row_count_drop" | "id_change" | "identity_change" | "currency_change" | "currency_missing" | "duplicate_ids" | "price_change" | "live_run_damaged" | "test_failed" | "not_extracted";
                /** @example The file would lose 40 % of its rows. */
                readonly message: string;
                readonly details: {
                    readonly [key: string]: unknown;
                };
            }[];
            /** @example Run run_12 is held: The file would have no products. Publish it with POST /v1/feeds/feed_3/runs/run_12/publish, or change the feed and run it again. */
            readonly notice?: string;
            readonly snapshot_id: string | null;
            readonly version: number;
        };
        readonly StreamedEvent: {
            /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
            readonly id: string;
            /** @constant */
            readonly object: "event";
            /**
             * @example feed.updated
             * @enum {string}
             */
            readonly event: "extract.started" | "extract.progress" | "extract.completed" | "extract.failed" | "products.imported" | "feed.created" | "feed.updated" | "run.held" | "run.discarded" | "run.failed" | "product.updated" | "rules.changed" | "findings.updated" | "finding_mute.created" | "finding_mute.removed" | "channel.synced" | "channel.failed" | "subscription.changed" | "api_key.created" | "api_key.revoked" | "webhook.disabled" | "test.ping" | "run.progress" | "definition.changed";
            /** Format: date-time */
            readonly created_at: string;
            readonly data: {
                readonly object?: string;
                readonly id?: string | number;
                /** @example feed_12 */
                readonly feed_id?: string | number;
                /** @example run_12 */
                readonly run_id?: string | number;
                /** @example ext_12 */
                readonly extract_id?: string | number;
                /** @example google */
                readonly channel?: string;
                /** @example updated */
                readonly action?: string;
                readonly status?: string;
                readonly publication?: string;
                readonly stage?: string;
                readonly progress?: number;
            };
        };
        readonly Subscription: {
            /** @constant */
            readonly object: "subscription";
            /** @enum {string} */
            readonly plan: "free" | "starter" | "growth" | "premium";
            readonly plan_name: string;
            /** @enum {string} */
            readonly status: "active" | "frozen" | "legacy" | "none";
            readonly created_at: string | null;
        };
        readonly SyncLog: {
            /** @example 31 */
            readonly id: number;
            /** @constant */
            readonly object: "sync_log";
            /** @example feed_12 */
            readonly feed_id: string;
            /** @example google */
            readonly channel: string;
            /** @enum {string} */
            readonly mode: "fetch" | "push";
            /**
             * @example success
             * @enum {string}
             */
            readonly status: "pending" | "success" | "failed";
            /** @example 3 */
            readonly rows_sent: number | null;
            /** @example 0 */
            readonly errors_count: number | null;
            /** @example null */
            readonly error_details: string | null;
            readonly started_at: string | null;
            readonly completed_at: string | null;
        };
        readonly Taxonomy: {
            /** @constant */
            readonly object: "taxonomy";
            /** @enum {string} */
            readonly name: "google" | "shopify";
            /** @example Google's product taxonomy */
            readonly title: string;
            /** @example 2021-09-21 */
            readonly edition: string;
            readonly categories: number;
            /** @example 2026-11-23 */
            readonly loaded_on: string | null;
            /** @example https://www.google.com/basepages/producttype/taxonomy-with-ids.en-US.txt */
            readonly source: string | null;
            /** @example Published by Google for use in product data */
            readonly licence: string | null;
            /**
             * Format: uri
             * @example https://www.google.com/basepages/producttype/taxonomy-with-ids.en-US.txt
             */
            readonly publisher_url: string;
        };
        readonly TemplateDrift: {
            /** @constant */
            readonly object: "template_drift";
            readonly shop_id: number;
            /** @example Harbour & Hazel */
            readonly shop_name: string;
            /** @example feed_12 */
            readonly feed_id: string;
            /** @example Primary feed */
            readonly feed_name: string;
            /** @enum {string} */
            readonly status: "equal" | "differs" | "missing_values" | "invalid";
            /** @example No value for brand. */
            readonly message: string | null;
            readonly changes: readonly {
                /** @enum {string} */
                readonly section: "settings" | "mappings" | "extra_columns" | "rules" | "cells" | "tests";
                /** @enum {string} */
                readonly action: "added" | "removed" | "changed" | "moved";
                /** @example /settings/seo */
                readonly path: string;
                readonly rule_id: string | null;
                /** @example Set seo to true */
                readonly summary: string;
                readonly before: unknown;
                readonly after: unknown;
            }[];
            readonly change_count: number;
        };
        readonly TestPing: {
            /** @example wh_12 */
            readonly webhook_id: string;
            /** @example This is a test. Nothing has happened. */
            readonly message: string;
        };
        readonly Undo: {
            /** @enum {string} */
            readonly object: "undo" | "undo_preview";
            readonly audit_id: number;
            /** @example rule.created */
            readonly action: string;
            /** @example rules.create */
            readonly operation: string;
            /** @example write_rules */
            readonly scope: string;
            readonly summary: string;
            readonly feeds: readonly {
                /** @example feed_12 */
                readonly feed_id: string;
                readonly changes: readonly {
                    /** @enum {string} */
                    readonly section: "settings" | "mappings" | "extra_columns" | "rules" | "cells" | "tests";
                    /** @enum {string} */
                    readonly action: "added" | "removed" | "changed" | "moved";
                    /** @example /settings/seo */
                    readonly path: string;
                    readonly rule_id: string | null;
                    /** @example Set seo to true */
                    readonly summary: string;
                    readonly before: unknown;
                    readonly after: unknown;
                }[];
                readonly effect: components["schemas"]["FeedPreview"] | null;
            }[];
            readonly steps: readonly string[];
        };
        readonly UsedLookupTable: {
            /** @constant */
            readonly object: "lookup_table";
            readonly name: string;
            readonly columns: readonly string[];
            readonly row_count: number;
            readonly size_bytes: number;
            readonly unmatched_keys: readonly {
                readonly key: string;
                readonly count: number;
            }[] | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly used_by: readonly {
                /**
                 * @example rule
                 * @enum {string}
                 */
                readonly type: "rule" | "mapping" | "channel";
                /** @example feed_12 */
                readonly feed_id: string;
                readonly rule_id: string | null;
                /** @example null */
                readonly channel: string | null;
            }[];
        };
        readonly Webhook: {
            /** @example wh_12 */
            readonly id: string;
            /** @constant */
            readonly object: "webhook";
            /** @example https://hooks.example.com/feedwright */
            readonly endpoint_url: string;
            /**
             * @example [
             *       "feed.updated",
             *       "run.held"
             *     ]
             */
            readonly events: readonly string[];
            /** @enum {string} */
            readonly status: "active" | "disabled";
            readonly failure_count: number;
            readonly last_delivery_at: string | null;
            /** @example null */
            readonly disabled_at: string | null;
            /** @example null */
            readonly disabled_reason: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly WebhookDelivery: {
            /** @example whd_12 */
            readonly id: string;
            /** @constant */
            readonly object: "webhook_delivery";
            /** @example wh_12 */
            readonly webhook_id: string;
            /** @example evt_01KAJ4Z8Y3M5T7V9X1B3D5F7H9 */
            readonly event_id: string;
            /** @example feed.updated */
            readonly event: string;
            /**
             * @example delivered
             * @enum {string}
             */
            readonly status: "pending" | "delivered" | "failed";
            /** @example 1 */
            readonly attempt_count: number;
            /** @example 200 */
            readonly response_status: number | null;
            /** @example 84 */
            readonly response_time_ms: number | null;
            /** @example null */
            readonly error_message: string | null;
            readonly delivered_at: string | null;
            /** @example null */
            readonly next_retry_at: string | null;
            /** Format: date-time */
            readonly created_at: string;
        };
        readonly WebhookDeliveryAttempt: {
            readonly number: number;
            /** Format: date-time */
            readonly started_at: string;
            /** @example https://hooks.example.com/feedwright */
            readonly request_url: string | null;
            /**
             * @example {
             *       "content-type": "application/json",
             *       "user-agent": "Feedwright/1.0.0",
             *       "x-svc-event": "feed.updated",
             *       "x-svc-delivery": "whd_12",
             *       "x-svc-timestamp": "1793611800",
             *       "x-svc-signature": "sha256=5b3f0e1c7a9d4e2f8b6a0c1d3e5f79818293a4b5c6d7e8f90112233445566778"
             *     }
             */
            readonly request_headers: {
                readonly [key: string]: string;
            } | null;
            /** @example 200 */
            readonly response_status: number | null;
            /** @example 84 */
            readonly response_time_ms: number;
            /** @example null */
            readonly error_message: string | null;
            /** @example ok */
            readonly response_body: string | null;
        };
        readonly WebhookDeliveryDetail: {
            /** @example whd_12 */
            readonly id: string;
            /** @constant */
            readonly object: "webhook_delivery";
            /** @example wh_12 */
            readonly webhook_id: string;
            /** @example evt_01KAJ4Z8Y3M5T7V9X1B3D5F7H9 */
            readonly event_id: string;
            /** @example feed.updated */
            readonly event: string;
            /**
             * @example delivered
             * @enum {string}
             */
            readonly status: "pending" | "delivered" | "failed";
            /** @example 1 */
            readonly attempt_count: number;
            /** @example 200 */
            readonly response_status: number | null;
            /** @example 84 */
            readonly response_time_ms: number | null;
            /** @example null */
            readonly error_message: string | null;
            readonly delivered_at: string | null;
            /** @example null */
            readonly next_retry_at: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** @example {"id":"evt_01KAJ4Z8Y3M5T7V9X1B3D5F7H9","event":"feed.updated"} */
            readonly request_body: string | null;
            readonly attempts: readonly components["schemas"]["WebhookDeliveryAttempt"][];
        };
        readonly WebhookDeliverySeries: {
            /** @constant */
            readonly object: "webhook_delivery_series";
            /** @example wh_12 */
            readonly webhook_id: string;
            /**
             * @example hour
             * @enum {string}
             */
            readonly bucket: "hour" | "day";
            /** @example Europe/Berlin */
            readonly time_zone: string;
            /** Format: date-time */
            readonly from: string;
            /** Format: date-time */
            readonly to: string;
            readonly points: readonly {
                /** Format: date-time */
                readonly at: string;
                /** @example 12 */
                readonly delivered_count: number;
                /** @example 0 */
                readonly failed_count: number;
                /** @example 0 */
                readonly pending_count: number;
                /** @example 84 */
                readonly response_time_ms: number | null;
            }[];
        };
        readonly WebhookRecovery: {
            /** @constant */
            readonly object: "webhook_recovery";
            /**
             * Format: date-time
             * @example 2026-11-02T08:00:00.000Z
             */
            readonly since: string;
            /** @example 3 */
            readonly recovered: number;
            /** @example false */
            readonly has_more: boolean;
        };
        readonly WebhookWithSecret: {
            /** @example wh_12 */
            readonly id: string;
            /** @constant */
            readonly object: "webhook";
            /** @example https://hooks.example.com/feedwright */
            readonly endpoint_url: string;
            /**
             * @example [
             *       "feed.updated",
             *       "run.held"
             *     ]
             */
            readonly events: readonly string[];
            /** @enum {string} */
            readonly status: "active" | "disabled";
            readonly failure_count: number;
            readonly last_delivery_at: string | null;
            /** @example null */
            readonly disabled_at: string | null;
            /** @example null */
            readonly disabled_reason: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
            /** @example whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8= */
            readonly secret: string;
        };
        /**
         * @example {
         *       "rules": [
         *         {
         *           "text": "Set custom_label_1 to \"Autumn\"",
         *           "active": false
         *         },
         *         {
         *           "text": "Exclude because \"Not in stock\" when [D]inventory_quantity = 0"
         *         }
         *       ]
         *     }
         */
        readonly WrittenFeedConfig: {
            readonly object?: string;
            readonly feed_id?: string;
            readonly version?: number;
            readonly settings?: Record<string, never>;
            readonly mappings?: Record<string, never>;
            readonly extra_columns?: readonly string[];
            readonly rules?: readonly Record<string, never>[];
            readonly cells?: Record<string, never>;
            readonly tests?: readonly Record<string, never>[];
        } & {
            readonly [key: string]: unknown;
        };
    };
    responses: never;
    parameters: {
        readonly IdempotencyKey: string;
        readonly ShopId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly "shop.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Shop"];
                    };
                };
            };
        };
    };
    readonly "keys.list": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ApiKey"][];
                    };
                };
            };
        };
    };
    readonly "keys.create": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example Warehouse */
                    readonly name: string;
                    /**
                     * @example [
                     *       "read"
                     *     ]
                     */
                    readonly scopes?: readonly ("read_settings" | "write_settings" | "read_feeds" | "write_feeds" | "read_exports" | "write_exports" | "read_products" | "write_products" | "read_rules" | "write_rules" | "read_channels" | "write_channels" | "read_subscription" | "write_subscription" | "read_webhooks" | "write_webhooks" | "read_admin" | "write_admin" | "read_org" | "write_org" | "read" | "write" | "full_access")[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    readonly "keys.revoke": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "shop.rotate_feed_token": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": Record<string, never>;
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Shop"];
                    };
                };
            };
        };
    };
    readonly "shop.collections": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly search?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Collection"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "shop.markets": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly search?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Market"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "shop.languages": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Language"][];
                    };
                };
            };
        };
    };
    readonly "audit.list": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly before?: string;
                readonly action?: string;
                readonly actor?: string;
                readonly feed_id?: string;
                readonly from?: string;
                readonly to?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["AuditEntry"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "changes.undo": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @example 1200 */
                    readonly audit_id?: number;
                    /**
                     * @default false
                     * @example false
                     */
                    readonly preview?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Undo"];
                    };
                };
            };
        };
    };
    readonly "extracts.list": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly type?: "full" | "regenerate" | "delta";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Extract"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "extracts.create": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @default full
                     * @enum {string}
                     */
                    readonly type?: "full" | "regenerate";
                    readonly feed_id?: string;
                };
            };
        };
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Extract"];
                    };
                };
            };
        };
    };
    readonly "extracts.upload": {
        readonly parameters: {
            readonly query?: {
                readonly contents?: "products" | "translations";
                readonly file_name?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @example Handle,Title,Variant Price
                     *     wool-scarf,Wool scarf,12.90
                     */
                    readonly csv?: string;
                    /**
                     * @example Type,Identification,Field,Locale,Market,Status,Default content,Translated content
                     *     PRODUCT,'1,title,de,,,Wool scarf,Wollschal
                     */
                    readonly translations?: string;
                };
                readonly "text/csv": string;
            };
        };
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Extract"];
                    };
                };
            };
        };
    };
    readonly "extracts.latest": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Extract"];
                    };
                };
            };
        };
    };
    readonly "extracts.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Extract"];
                    };
                };
            };
        };
    };
    readonly "extracts.cancel": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Extract"];
                    };
                };
            };
        };
    };
    readonly "extracts.download": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["DownloadUrl"];
                    };
                };
            };
        };
    };
    readonly "feeds.list": {
        readonly parameters: {
            readonly query?: {
                readonly active?: "true" | "false";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Feed"][];
                    };
                };
            };
        };
    };
    readonly "feeds.create": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FeedCreateInput"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedDetail"];
                    };
                };
            };
        };
    };
    readonly "feeds.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedDetail"];
                    };
                };
            };
        };
    };
    readonly "feeds.deactivate": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "feeds.update": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FeedUpdateInput"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedDetail"];
                    };
                };
            };
        };
    };
    readonly "feeds.activate": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedDetail"];
                    };
                };
            };
        };
    };
    readonly "feeds.selection": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedSelection"];
                    };
                };
            };
        };
    };
    readonly "feeds.set_selection": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FeedSelectionInput"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedSelection"];
                    };
                };
            };
        };
    };
    readonly "feeds.scope": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedScope"];
                    };
                };
            };
        };
    };
    readonly "feeds.files": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["FeedFile"][];
                    };
                };
            };
        };
    };
    readonly "feeds.health": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly feed_id?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["FeedHealth"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "feeds.regenerate": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedRun"];
                    };
                };
            };
        };
    };
    readonly "feeds.products": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly columns?: string;
                readonly search?: string;
                readonly filter?: string;
                readonly excluded?: boolean;
                readonly excluded_reason?: string;
                readonly rule_id?: string;
                readonly finding?: string;
                readonly sort?: string;
                readonly order?: "asc" | "desc";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["FeedProduct"][];
                        readonly meta: components["schemas"]["ListedPageMeta"];
                    };
                };
            };
        };
    };
    readonly "source.rows": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly columns?: string;
                readonly search?: string;
                readonly filter?: string;
                readonly sort?: string;
                readonly order?: "asc" | "desc";
                readonly edited?: boolean;
                readonly cut?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["SourceRow"][];
                        readonly meta: components["schemas"]["SourceRowsMeta"];
                    };
                };
            };
        };
    };
    readonly "columns.profile": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly columns?: string;
                readonly side?: "source" | "feed";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ColumnProfile"][];
                        readonly meta: components["schemas"]["ColumnProfileMeta"];
                    };
                };
            };
        };
    };
    readonly "columns.values": {
        readonly parameters: {
            readonly query?: {
                readonly side?: "source" | "feed";
                readonly search?: string;
                readonly limit?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ColumnValues"];
                    };
                };
            };
        };
    };
    readonly "products.list": {
        readonly parameters: {
            readonly query: {
                readonly page?: number;
                readonly per_page?: number;
                readonly feed_id: string;
                readonly search?: string;
                readonly sort?: string;
                readonly order?: "asc" | "desc";
                readonly excluded?: boolean;
                readonly excluded_reason?: string;
                readonly condition?: "new" | "refurbished" | "used";
                readonly has_overrides?: boolean;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Product"][];
                        readonly meta: components["schemas"]["ListedPageMeta"];
                    };
                };
            };
        };
    };
    readonly "products.lookup": {
        readonly parameters: {
            readonly query?: {
                readonly product_id?: string;
                readonly sku?: string;
                readonly search?: string;
                readonly feed_id?: string;
                readonly fields?: "true" | "false";
                readonly columns?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ProductFeeds"];
                    };
                };
            };
        };
    };
    readonly "products.memberships": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly filter?: "not_in_any_feed" | "excluded" | "needs_attention";
                readonly search?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ProductStates"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "products.feeds": {
        readonly parameters: {
            readonly query?: {
                readonly columns?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["FeedOfProduct"][];
                    };
                };
            };
        };
    };
    readonly "products.update_batch": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @example [
                     *       {
                     *         "id": "prod_41200000011393",
                     *         "brand": "Harbour & Hazel"
                     *       }
                     *     ]
                     */
                    readonly products: readonly {
                        /** @example prod_41200000011393 */
                        readonly id: string;
                        readonly title?: string | null;
                        readonly description?: string | null;
                        readonly brand?: string | null;
                        readonly gtin?: string | null;
                        readonly mpn?: string | null;
                        readonly condition?: ("new" | "refurbished" | "used") | null;
                        readonly excluded?: boolean | null;
                        readonly google_product_category?: string | null;
                        readonly product_type?: string | null;
                        readonly custom_label_0?: string | null;
                        readonly custom_label_1?: string | null;
                        readonly custom_label_2?: string | null;
                        readonly custom_label_3?: string | null;
                        readonly custom_label_4?: string | null;
                    }[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ProductBatchUpdate"];
                    };
                };
            };
        };
    };
    readonly "products.restore_batch": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @example [
                     *       "prod_41200000011393"
                     *     ]
                     */
                    readonly ids: readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ProductBatchRestore"];
                    };
                };
            };
        };
    };
    readonly "products.get": {
        readonly parameters: {
            readonly query?: {
                readonly feed_id?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ProductDetail"];
                    };
                };
            };
        };
    };
    readonly "products.update": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProductOverrideInput"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ProductDetail"];
                    };
                };
            };
        };
    };
    readonly "products.restore": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ProductDetail"];
                    };
                };
            };
        };
    };
    readonly "runs.list": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["FeedRun"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "runs.series": {
        readonly parameters: {
            readonly query?: {
                readonly from?: string;
                readonly to?: string;
                readonly bucket?: "run" | "hour" | "day";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RunSeries"];
                    };
                };
            };
        };
    };
    readonly "runs.history": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly feed_id?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["RunHistory"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "runs.latest": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedRun"];
                    };
                };
            };
        };
    };
    readonly "runs.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedRun"];
                    };
                };
            };
        };
    };
    readonly "runs.diff": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly against?: string;
                readonly change?: "added" | "removed" | "changed";
                readonly field?: string;
                readonly search?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["RowDiff"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "runs.diff_summary": {
        readonly parameters: {
            readonly query?: {
                readonly against?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RunDiffSummary"];
                    };
                };
            };
        };
    };
    readonly "runs.publish": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedRun"];
                    };
                };
            };
        };
    };
    readonly "runs.discard": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedRun"];
                    };
                };
            };
        };
    };
    readonly "runs.restore": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedRun"];
                    };
                };
            };
        };
    };
    readonly "runs.download": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["DownloadUrl"];
                    };
                };
            };
        };
    };
    readonly "runs.lineage": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RunLineage"];
                    };
                };
            };
        };
    };
    readonly "settings.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedSettings"];
                    };
                };
            };
        };
    };
    readonly "settings.change": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly seo?: boolean;
                    readonly variants?: boolean;
                    /** @enum {string} */
                    readonly variant_titles?: "never" | "when_needed" | "always";
                    readonly use_shopify_quantity?: boolean;
                    readonly import_unpublish_product?: boolean;
                    readonly gift_cards?: boolean;
                    /** @enum {string} */
                    readonly gtin_source?: "valid_barcodes" | "barcodes";
                    /** @enum {string} */
                    readonly id_format?: "global" | "sku" | "variant";
                    readonly utm?: {
                        readonly [key: string]: string;
                    } | null;
                    readonly market_currency?: string | null;
                    readonly publish_guard?: {
                        readonly max_drop_percent?: number;
                        readonly max_id_change_percent?: number;
                        readonly max_price_factor?: number;
                        readonly enabled?: boolean;
                    };
                    /** @default false */
                    readonly preview?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedSettings"] | components["schemas"]["FeedPreview"];
                    };
                };
            };
        };
    };
    readonly "columns.extra": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ExtraColumns"];
                    };
                };
            };
        };
    };
    readonly "columns.change_extra": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @example [
                     *       "promotion_id"
                     *     ]
                     */
                    readonly extra_columns: readonly string[];
                    /** @default false */
                    readonly preview?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ExtraColumns"] | components["schemas"]["FeedPreview"];
                    };
                };
            };
        };
    };
    readonly "columns.mappings": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ColumnMappings"];
                    };
                };
            };
        };
    };
    readonly "columns.change_mappings": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly mappings?: {
                        readonly [key: string]: string | null;
                    };
                    /** @default false */
                    readonly reset?: boolean;
                    /** @default false */
                    readonly preview?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ColumnMappings"] | components["schemas"]["FeedPreview"];
                    };
                };
            };
        };
    };
    readonly "metafields.get": {
        readonly parameters: {
            readonly query?: {
                readonly include?: "available";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Metafields"];
                    };
                };
            };
        };
    };
    readonly "metafields.change": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly metafields: readonly {
                        /**
                         * @default product
                         * @enum {string}
                         */
                        readonly level?: "product" | "variant";
                        readonly namespace: string;
                        readonly key: string;
                        readonly column?: string;
                        readonly coverage?: unknown;
                    }[] | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Metafields"];
                    };
                };
            };
        };
    };
    readonly "lookups.list": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["UsedLookupTable"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "lookups.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["UsedLookupTable"];
                    };
                };
            };
        };
    };
    readonly "lookups.put": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @example [
                     *       "colour",
                     *       "group"
                     *     ]
                     */
                    readonly columns?: readonly string[];
                    /**
                     * @example [
                     *       [
                     *         "Aqua",
                     *         "Blue"
                     *       ],
                     *       [
                     *         "Rose",
                     *         "Red"
                     *       ]
                     *     ]
                     */
                    readonly rows: readonly (readonly (string | number | boolean | null)[] | {
                        readonly [key: string]: string | number | boolean | null;
                    })[];
                };
                readonly "text/csv": string;
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["LookupTable"];
                    };
                };
            };
        };
    };
    readonly "lookups.remove": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "lookups.rows": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly search?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["LookupRow"][];
                        readonly meta: components["schemas"]["LookupRowsMeta"];
                    };
                };
            };
        };
    };
    readonly "lookups.set_rows": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @default []
                     * @example [
                     *       [
                     *         "Teal",
                     *         "Blue"
                     *       ]
                     *     ]
                     */
                    readonly rows?: readonly (readonly (string | number | boolean | null)[] | {
                        readonly [key: string]: string | number | boolean | null;
                    })[];
                    /**
                     * @default []
                     * @example [
                     *       "Mauve"
                     *     ]
                     */
                    readonly remove?: readonly string[];
                    /**
                     * @default false
                     * @example false
                     */
                    readonly preview?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["LookupRowsChange"];
                    };
                };
            };
        };
    };
    readonly "lookups.download": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly "cells.set": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
                readonly product_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @example {
                     *       "vendor": "Hazel of Cork"
                     *     }
                     */
                    readonly cells: {
                        readonly [key: string]: string | null;
                    };
                    /** @default false */
                    readonly preview?: boolean | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["CellUpdate"] | components["schemas"]["CellPreview"];
                    };
                };
            };
        };
    };
    readonly "cells.set_many": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly rows: readonly {
                        /** @example 41200000011393 */
                        readonly row_id: string;
                        /**
                         * @example {
                         *       "vendor": "Hazel of Cork"
                         *     }
                         */
                        readonly cells: {
                            readonly [key: string]: string | null;
                        };
                    }[];
                    /** @default false */
                    readonly preview?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["CellsUpdate"] | components["schemas"]["FeedPreview"];
                    };
                };
            };
        };
    };
    readonly "feeds.debug_rows": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @example [
                     *       "41200000011393"
                     *     ]
                     */
                    readonly row_ids: readonly string[];
                    readonly channel_slug?: string | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RowDebugResult"];
                    };
                };
            };
        };
    };
    readonly "tests.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedTests"];
                    };
                };
            };
        };
    };
    readonly "tests.set": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly tests: readonly components["schemas"]["FeedTestInput"][];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedTests"];
                    };
                };
            };
        };
    };
    readonly "tests.run": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly tests?: readonly components["schemas"]["FeedTestInput"][];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedTestResults"];
                    };
                };
            };
        };
    };
    readonly "rules.list": {
        readonly parameters: {
            readonly query?: {
                readonly rule_type?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Rule"][];
                    };
                };
            };
        };
    };
    readonly "rules.create": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly rule: components["schemas"]["RuleDefinition"];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Rule"];
                    };
                };
            };
        };
    };
    readonly "rules.reorder": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @example [
                     *       "rule_13",
                     *       "rule_12"
                     *     ]
                     */
                    readonly rule_ids: readonly string[];
                    /** @enum {string} */
                    readonly rule_type?: "set_value" | "exclude" | "include" | "exclude_field" | "replace" | "replace_many" | "map_values" | "prepend" | "append" | "copy" | "first_of" | "combine" | "template" | "extract" | "split" | "change_case" | "clean" | "truncate" | "calculate" | "price_adjust" | "convert_currency" | "label_tiers" | "add_query" | "split_row" | "limit_rows" | "deduplicate" | "set";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Rule"][];
                    };
                };
            };
        };
    };
    readonly "rules.preview": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly rule: components["schemas"]["RuleDefinition"];
                    readonly rule_id?: string;
                    /**
                     * @example newly_excluded
                     * @enum {string}
                     */
                    readonly sample?: "changed" | "newly_excluded" | "newly_included";
                    /** @default 1 */
                    readonly page?: number;
                    /** @default true */
                    readonly findings?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RulePreview"];
                    };
                };
            };
        };
    };
    readonly "rules.check": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly rule: components["schemas"]["RuleDefinition"];
                    readonly rule_id?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RuleCheck"];
                    };
                };
            };
        };
    };
    readonly "rules.counts": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RuleCounts"];
                    };
                };
            };
        };
    };
    readonly "rules.lint": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RuleLint"];
                    };
                };
            };
        };
    };
    readonly "rules.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Rule"];
                    };
                };
            };
        };
    };
    readonly "rules.delete": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "rules.update": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly rule: components["schemas"]["RuleDefinition"];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Rule"];
                    };
                };
            };
        };
    };
    readonly "rules.activate": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Rule"];
                    };
                };
            };
        };
    };
    readonly "rules.deactivate": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Rule"];
                    };
                };
            };
        };
    };
    readonly "rules.functions": {
        readonly parameters: {
            readonly query?: {
                readonly topic?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RuleLanguage"] | components["schemas"]["RuleNames"];
                    };
                };
            };
        };
    };
    readonly "feeds.bulk_action": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @example exclude
                     * @enum {string}
                     */
                    readonly action: "add" | "exclude" | "label";
                    /**
                     * @example [
                     *       "prod_41200000011393"
                     *     ]
                     */
                    readonly products?: readonly string[];
                    /** @example [D]vendor = Acme */
                    readonly condition?: string;
                    /**
                     * @example [
                     *       "feed_1"
                     *     ]
                     */
                    readonly feed_ids?: readonly string[];
                    /** @example bestseller */
                    readonly label?: string;
                    /**
                     * @example 0
                     * @enum {number}
                     */
                    readonly slot?: 0 | 1 | 2 | 3 | 4;
                    /**
                     * @default false
                     * @example false
                     */
                    readonly remove?: boolean;
                    /**
                     * @default false
                     * @example false
                     */
                    readonly preview?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BulkFeedAction"];
                    };
                };
            };
        };
    };
    readonly "feeds.set_margin_tiers": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @example 0
                     * @enum {number}
                     */
                    readonly slot: 0 | 1 | 2 | 3 | 4;
                    /**
                     * @example margin
                     * @enum {string}
                     */
                    readonly by?: "margin" | "product_type" | "vendor" | "tags";
                    /**
                     * @example [
                     *       {
                     *         "name": "high",
                     *         "min": 60
                     *       },
                     *       {
                     *         "name": "medium",
                     *         "min": 30,
                     *         "max": 60
                     *       },
                     *       {
                     *         "name": "low",
                     *         "max": 30
                     *       }
                     *     ]
                     */
                    readonly tiers?: readonly {
                        /** @example high */
                        readonly name: string;
                        /** @example 60 */
                        readonly min?: number;
                        readonly max?: number;
                        readonly values?: readonly string[];
                    }[];
                    /**
                     * @default false
                     * @example false
                     */
                    readonly clear?: boolean;
                    /**
                     * @default false
                     * @example false
                     */
                    readonly preview?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["MarginTiers"];
                    };
                };
            };
        };
    };
    readonly "config.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedConfig"];
                    };
                };
            };
        };
    };
    readonly "config.put": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly dry_run?: "true" | "false";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["WrittenFeedConfig"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedConfig"] | components["schemas"]["ConfigPlan"];
                    };
                };
            };
        };
    };
    readonly "config.versions": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["FeedVersion"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "config.version": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly n: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedVersionDetail"];
                    };
                };
            };
        };
    };
    readonly "config.compare": {
        readonly parameters: {
            readonly query?: {
                readonly against?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly n: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ConfigDiff"];
                    };
                };
            };
        };
    };
    readonly "config.restore": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
                readonly dry_run?: "true" | "false";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
                readonly n: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedConfig"] | components["schemas"]["ConfigPlan"];
                    };
                };
            };
        };
    };
    readonly "channels.list": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Channel"][];
                    };
                };
            };
        };
    };
    readonly "channels.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Channel"];
                    };
                };
            };
        };
    };
    readonly "channels.choose_account": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example 1234567890 */
                    readonly account_id: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Channel"];
                    };
                };
            };
        };
    };
    readonly "channels.options": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ChannelOptions"];
                    };
                };
            };
        };
    };
    readonly "channels.connect": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @example https://agency.example/shops/7 */
                    readonly return_url?: string;
                    /**
                     * @example {
                     *       "access_token": "EAAB…"
                     *     }
                     */
                    readonly credentials?: {
                        readonly [key: string]: string;
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ChannelConnect"];
                    };
                };
            };
        };
    };
    readonly "channels.list_accounts": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ChannelAccount"][];
                    };
                };
            };
        };
    };
    readonly "channels.disconnect": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "datafeeds.list": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Datafeed"][];
                    };
                };
            };
        };
    };
    readonly "datafeeds.create": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example feed_12 */
                    readonly feed_id: string;
                    /** @example US products */
                    readonly datafeed_name?: string;
                    /** @example 4 */
                    readonly hour?: number;
                    readonly time_zone?: string;
                    readonly targets?: readonly {
                        /** @example DE */
                        readonly country: string;
                        /** @example de */
                        readonly language: string;
                    }[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Datafeed"];
                    };
                };
            };
        };
    };
    readonly "datafeeds.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly slug: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Datafeed"];
                    };
                };
            };
        };
    };
    readonly "datafeeds.delete": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly slug: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "datafeeds.update": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly slug: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @example US products */
                    readonly datafeed_name?: string;
                    /** @example 4 */
                    readonly hour?: number;
                    readonly time_zone?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Datafeed"];
                    };
                };
            };
        };
    };
    readonly "datafeeds.status": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly slug: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["DatafeedStatus"];
                    };
                };
            };
        };
    };
    readonly "datafeeds.fetch": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly slug: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Datafeed"];
                    };
                };
            };
        };
    };
    readonly "channels.attributes": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ChannelAttribute"][];
                    };
                };
            };
        };
    };
    readonly "feed_channels.list": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["FeedChannel"][];
                    };
                };
            };
        };
    };
    readonly "feed_channels.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedChannel"];
                    };
                };
            };
        };
    };
    readonly "feed_channels.assign": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @example {
                     *       "format": "rss"
                     *     }
                     */
                    readonly settings?: {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FeedChannel"];
                    };
                };
            };
        };
    };
    readonly "feed_channels.remove": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "syncs.start": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["SyncLog"];
                    };
                };
            };
        };
    };
    readonly "syncs.list": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["SyncLog"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "platform_issues.list": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly code?: string;
                readonly attribute?: string;
                readonly severity?: "error" | "warning" | "info";
                readonly status?: "approved" | "limited" | "disapproved" | "pending";
                readonly row_id?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["PlatformIssue"][];
                        readonly meta: components["schemas"]["PlatformIssuesMeta"];
                    };
                };
            };
        };
    };
    readonly "platform_issues.rows": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly attribute?: string;
                readonly severity?: "error" | "warning" | "info";
                readonly status?: "approved" | "limited" | "disapproved" | "pending";
                readonly row_id?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
                readonly code: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["PlatformIssueRow"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "platform_issues.refresh": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["PlatformItems"];
                    };
                };
            };
        };
    };
    readonly "findings.list": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly run_id?: string;
                readonly category?: "required" | "identifiers" | "titles" | "descriptions" | "links" | "images" | "prices" | "availability" | "categories" | "apparel" | "variants" | "shipping" | "values" | "feed";
                readonly code?: string;
                readonly severity?: "error" | "warning" | "info";
                readonly include_muted?: "true" | "false";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Finding"][];
                        readonly meta: components["schemas"]["FindingsMeta"];
                    };
                };
            };
        };
    };
    readonly "findings.list_errors": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly run_id?: string;
                readonly category?: "required" | "identifiers" | "titles" | "descriptions" | "links" | "images" | "prices" | "availability" | "categories" | "apparel" | "variants" | "shipping" | "values" | "feed";
                readonly code?: string;
                readonly include_muted?: "true" | "false";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Finding"][];
                        readonly meta: components["schemas"]["FindingsMeta"];
                    };
                };
            };
        };
    };
    readonly "findings.list_warnings": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly run_id?: string;
                readonly category?: "required" | "identifiers" | "titles" | "descriptions" | "links" | "images" | "prices" | "availability" | "categories" | "apparel" | "variants" | "shipping" | "values" | "feed";
                readonly code?: string;
                readonly include_muted?: "true" | "false";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Finding"][];
                        readonly meta: components["schemas"]["FindingsMeta"];
                    };
                };
            };
        };
    };
    readonly "findings.rows": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly run_id?: string;
                readonly field?: string;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
                readonly code: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["FindingRow"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "findings.export": {
        readonly parameters: {
            readonly query?: {
                readonly run_id?: string;
                readonly category?: "required" | "identifiers" | "titles" | "descriptions" | "links" | "images" | "prices" | "availability" | "categories" | "apparel" | "variants" | "shipping" | "values" | "feed";
                readonly code?: string;
                readonly severity?: "error" | "warning" | "info";
                readonly include_muted?: "true" | "false";
                readonly page?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly "finding_mutes.list": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["FindingMute"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "finding_mutes.create": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example missing_gtin */
                    readonly code: string;
                    /** @example gtin */
                    readonly field?: string | null;
                    /** @example 41200000011393 */
                    readonly row_id?: string | null;
                    /** @example Handmade: there are no GTINs. */
                    readonly note?: string | null;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FindingMute"];
                    };
                };
            };
        };
    };
    readonly "finding_mutes.delete": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly feed_id: string;
                readonly slug: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "shop.overview": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Overview"];
                    };
                };
            };
        };
    };
    readonly "search.find": {
        readonly parameters: {
            readonly query: {
                readonly q: string;
                readonly limit?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["SearchHit"][];
                    };
                };
            };
        };
    };
    readonly "events.stream": {
        readonly parameters: {
            readonly query?: {
                readonly after?: string;
                readonly seconds?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
        };
    };
    readonly "events.list": {
        readonly parameters: {
            readonly query?: {
                readonly after?: string;
                readonly limit?: number;
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["StreamedEvent"][];
                        readonly meta: {
                            /** @example 1793611800000-8412-evt_01M8017BM036GV0QW0WPYWM6B5 */
                            readonly after: string;
                            readonly has_more: boolean;
                        };
                    };
                };
            };
        };
    };
    readonly "webhooks.list": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Webhook"][];
                    };
                };
            };
        };
    };
    readonly "webhooks.create": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example https://hooks.example.com/feedwright */
                    readonly endpoint_url: string;
                    /**
                     * @example [
                     *       "feed.updated",
                     *       "run.held"
                     *     ]
                     */
                    readonly events: readonly ("extract.started" | "extract.progress" | "extract.completed" | "extract.failed" | "products.imported" | "feed.created" | "feed.updated" | "run.held" | "run.discarded" | "run.failed" | "product.updated" | "rules.changed" | "findings.updated" | "finding_mute.created" | "finding_mute.removed" | "channel.synced" | "channel.failed" | "subscription.changed" | "api_key.created" | "api_key.revoked" | "webhook.disabled" | "test.ping" | "*")[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
        };
    };
    readonly "webhooks.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    readonly "webhooks.delete": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhooks.update": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @example https://hooks.example.com/feedwright */
                    readonly endpoint_url?: string;
                    /**
                     * @example [
                     *       "feed.updated",
                     *       "run.held"
                     *     ]
                     */
                    readonly events?: readonly ("extract.started" | "extract.progress" | "extract.completed" | "extract.failed" | "products.imported" | "feed.created" | "feed.updated" | "run.held" | "run.discarded" | "run.failed" | "product.updated" | "rules.changed" | "findings.updated" | "finding_mute.created" | "finding_mute.removed" | "channel.synced" | "channel.failed" | "subscription.changed" | "api_key.created" | "api_key.revoked" | "webhook.disabled" | "test.ping" | "*")[];
                    /** @constant */
                    readonly status?: "active";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    readonly "webhooks.test": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    readonly "webhooks.rotate_secret": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
        };
    };
    readonly "webhooks.list_deliveries": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly status?: "pending" | "delivered" | "failed";
                readonly event?: "extract.started" | "extract.progress" | "extract.completed" | "extract.failed" | "products.imported" | "feed.created" | "feed.updated" | "run.held" | "run.discarded" | "run.failed" | "product.updated" | "rules.changed" | "findings.updated" | "finding_mute.created" | "finding_mute.removed" | "channel.synced" | "channel.failed" | "subscription.changed" | "api_key.created" | "api_key.revoked" | "webhook.disabled" | "test.ping";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["WebhookDelivery"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "webhooks.series": {
        readonly parameters: {
            readonly query?: {
                readonly from?: string;
                readonly to?: string;
                readonly bucket?: "hour" | "day";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["WebhookDeliverySeries"];
                    };
                };
            };
        };
    };
    readonly "webhooks.get_delivery": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly delivery_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["WebhookDeliveryDetail"];
                    };
                };
            };
        };
    };
    readonly "webhooks.redeliver": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
                readonly delivery_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    readonly "webhooks.recover": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: date-time
                     * @example 2026-11-02T08:00:00Z
                     */
                    readonly since: string;
                };
            };
        };
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["WebhookRecovery"];
                    };
                };
            };
        };
    };
    readonly "plans.list": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Plan"][];
                    };
                };
            };
        };
    };
    readonly "subscription.get": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Subscription"];
                    };
                };
            };
        };
    };
    readonly "subscription.change": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example growth */
                    readonly plan?: string;
                    readonly code_name?: string;
                    readonly discount_code?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @constant */
                            readonly object: "subscription";
                            /** @example null */
                            readonly confirmation_url: string | null;
                            /** @example The shop is now on the Growth plan. */
                            readonly message: string;
                        };
                    };
                };
            };
        };
    };
    readonly "subscription.cancel": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "connection_requests.list": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly status?: "pending" | "active" | "declined";
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ConnectionRequest"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "connection_requests.approve": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ConnectionRequest"];
                    };
                };
            };
        };
    };
    readonly "connection_requests.decline": {
        readonly parameters: {
            readonly query?: {
                readonly shop_id?: components["parameters"]["ShopId"];
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ConnectionRequest"];
                    };
                };
            };
        };
    };
    readonly "org.get": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Organization"];
                    };
                };
            };
        };
    };
    readonly "org.invite_shop": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example my-shop.myshopify.com */
                    readonly shop_domain: string;
                    readonly client_label?: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ClientShop"];
                    };
                };
            };
        };
    };
    readonly "org.remove_connection": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly shop_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "org.list_shops": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ClientShop"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "org.list_members": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["OrgMember"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "org.list_keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["OrgKey"][];
                    };
                };
            };
        };
    };
    readonly "org.create_key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["KeyRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["OrgKey"];
                    };
                };
            };
        };
    };
    readonly "org.revoke_key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly kid: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "org.fleet": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly search?: string;
                readonly attention?: "error" | "warning" | "ok" | "unknown" | "access_ended" | "extract_failed" | "no_catalog" | "run_failed" | "run_held" | "never_run" | "channel_errors" | "webhook_disabled";
                readonly sort?: "need" | "name" | "rows" | "findings" | "last_run";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["FleetShop"][];
                        readonly meta: components["schemas"]["FleetMeta"];
                    };
                };
            };
        };
    };
    readonly "fleet.list_findings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["FleetFinding"][];
                    };
                };
            };
        };
    };
    readonly "fleet.list_changes": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["FleetChange"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "fleet.create_change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly action: components["schemas"]["FleetAction"];
                    readonly shops: readonly {
                        readonly shop_id: number | string;
                        readonly feed_id?: string;
                    }[];
                    /**
                     * @example [
                     *       1,
                     *       5
                     *     ]
                     */
                    readonly stages?: readonly number[];
                    /**
                     * @default [
                     *       "held",
                     *       "failed"
                     *     ]
                     */
                    readonly stop_on?: readonly ("held" | "failed")[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FleetChangeDetail"];
                    };
                };
            };
        };
    };
    readonly "fleet.get_change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly change_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FleetChangeDetail"];
                    };
                };
            };
        };
    };
    readonly "fleet.start_change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly change_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @default false */
                    readonly retry_failed?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FleetChangeDetail"];
                    };
                };
            };
        };
    };
    readonly "fleet.stop_change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly change_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FleetChangeDetail"];
                    };
                };
            };
        };
    };
    readonly "fleet.undo_change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly change_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FleetChangeDetail"];
                    };
                };
            };
        };
    };
    readonly "fleet.cancel_change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly change_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FleetChangeDetail"];
                    };
                };
            };
        };
    };
    readonly "templates.list": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["OrgTemplate"][];
                    };
                };
            };
        };
    };
    readonly "templates.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example Fashion basics */
                    readonly name: string;
                    readonly document: components["schemas"]["WrittenFeedConfig"];
                    /** @default [] */
                    readonly placeholders?: readonly {
                        /** @example brand */
                        readonly name: string;
                        /** @example Acme */
                        readonly default?: string | number | boolean;
                    }[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["OrgTemplateDetail"];
                    };
                };
            };
        };
    };
    readonly "templates.get": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly template_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["OrgTemplateDetail"];
                    };
                };
            };
        };
    };
    readonly "templates.replace": {
        readonly parameters: {
            readonly query?: {
                readonly expected_version?: number;
            };
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly template_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example Fashion basics */
                    readonly name: string;
                    readonly document: components["schemas"]["WrittenFeedConfig"];
                    /** @default [] */
                    readonly placeholders?: readonly {
                        /** @example brand */
                        readonly name: string;
                        /** @example Acme */
                        readonly default?: string | number | boolean;
                    }[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["OrgTemplateDetail"];
                    };
                };
            };
        };
    };
    readonly "templates.remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly template_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "templates.set_shops": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly template_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly shops: readonly {
                        readonly shop_id: number | string;
                        readonly feed_id?: string;
                        /**
                         * @example {
                         *       "brand": "Harbour & Hazel"
                         *     }
                         */
                        readonly values?: {
                            readonly [key: string]: string | number | boolean;
                        };
                    }[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["OrgTemplateDetail"];
                    };
                };
            };
        };
    };
    readonly "templates.drift": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly template_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["TemplateDrift"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "admin.list_keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["AdminKey"][];
                    };
                };
            };
        };
    };
    readonly "admin.create_key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["KeyRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminKey"];
                    };
                };
            };
        };
    };
    readonly "admin.revoke_key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "admin.list_shops": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly search?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["AdminShop"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "admin.install_shop": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly domain?: string;
                    readonly name?: string;
                    readonly currency?: string;
                    readonly country?: string;
                    /** @example de */
                    readonly language?: string;
                    /** @example UTC */
                    readonly time_zone?: string;
                    /** @enum {string} */
                    readonly plan?: "free" | "starter" | "growth" | "premium";
                    /**
                     * @example {
                     *       "kind": "csv",
                     *       "csv": "Handle,Title,Variant SKU,Variant Price\nwool-scarf,Wool scarf,hh-1,12.90\n"
                     *     }
                     */
                    readonly storefront: {
                        /** @constant */
                        readonly kind: "shopify";
                        readonly shop?: string;
                        readonly access_token: string;
                    } | {
                        /** @constant */
                        readonly kind: "csv";
                        readonly csv: string;
                        /** @example products_export.csv */
                        readonly file_name?: string;
                        readonly translations?: string;
                    };
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["InstalledShop"];
                    };
                };
            };
        };
    };
    readonly "admin.get_shop": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminShop"];
                    };
                };
            };
        };
    };
    readonly "admin.remove_shop": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "admin.update_shop": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example 100000000000 */
                    readonly storage_quota_bytes: number | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminShop"];
                    };
                };
            };
        };
    };
    readonly "admin.create_sign_in_link": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["SignInLink"];
                    };
                };
            };
        };
    };
    readonly "admin.list_shop_keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ApiKey"][];
                    };
                };
            };
        };
    };
    readonly "admin.create_shop_key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["KeyRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    readonly "admin.revoke_shop_key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
                readonly kid: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "admin.list_shop_extracts": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Extract"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "admin.create_shop_extract": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Extract"];
                    };
                };
            };
        };
    };
    readonly "admin.list_organizations": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Organization"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "admin.create_organization": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Organization"];
                    };
                };
            };
        };
    };
    readonly "admin.add_member": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name: string;
                    /**
                     * Format: email
                     * @example ada@agency.example
                     */
                    readonly email: string;
                    /**
                     * @default member
                     * @enum {string}
                     */
                    readonly role?: "owner" | "admin" | "member";
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["OrgMember"];
                    };
                };
            };
        };
    };
    readonly "admin.create_organization_key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["KeyRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["OrgKey"];
                    };
                };
            };
        };
    };
    readonly "admin.list_audit": {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly per_page?: number;
                readonly before?: string;
                readonly action?: string;
                readonly actor?: string;
                readonly feed_id?: string;
                readonly from?: string;
                readonly to?: string;
                readonly shop_id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["AuditEntry"][];
                        readonly meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    readonly "admin.show_jobs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Jobs"];
                    };
                };
            };
        };
    };
    readonly "admin.list_taxonomies": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Taxonomy"][];
                    };
                };
            };
        };
    };
    readonly "webhook.extract.started": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "extract.started";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: components["schemas"]["Extract"];
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.extract.progress": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "extract.progress";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: {
                        /** @example ext_12 */
                        readonly id: string;
                        /** @constant */
                        readonly object: "extract";
                        /** @enum {string} */
                        readonly type: "full" | "regenerate" | "delta";
                        /**
                         * @example completed
                         * @enum {string}
                         */
                        readonly status: "pending" | "running" | "completed" | "failed" | "cancelled";
                        /** @enum {number} */
                        readonly progress: 25 | 50 | 75;
                        /** @example null */
                        readonly waiting: string | null;
                        /** @example 4 */
                        readonly product_count: number;
                        /** @example 1 */
                        readonly excluded_count: number;
                        /** @example 2026-11-02T09:00:01.000Z */
                        readonly started_at: string | null;
                        /** @example 2026-11-02T09:00:30.000Z */
                        readonly completed_at: string | null;
                        /** @example null */
                        readonly failed_at: string | null;
                        /** @example null */
                        readonly error_code: string | null;
                        /** @example null */
                        readonly error_details: string | null;
                        readonly has_source_csv: boolean;
                        /** @example false */
                        readonly scheduled: boolean;
                        /** @example null */
                        readonly feed_id: string | null;
                        /** @example [] */
                        readonly warnings: readonly {
                            readonly code: string;
                            readonly count: number;
                            readonly message: string;
                        }[];
                        /** @example null */
                        readonly differences: {
                            readonly added: number;
                            readonly removed: number;
                            readonly changed: number;
                            readonly samples: readonly {
                                readonly row_id: string;
                                /** @enum {string} */
                                readonly change: "added" | "removed" | "changed";
                            }[];
                        } | null;
                        /**
                         * Format: date-time
                         * @example 2026-11-02T09:00:00.000Z
                         */
                        readonly created_at: string;
                    };
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.extract.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "extract.completed";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: components["schemas"]["Extract"];
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.extract.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "extract.failed";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: components["schemas"]["Extract"];
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.products.imported": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "products.imported";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: {
                        readonly extract: components["schemas"]["Extract"];
                        readonly product_count: number;
                        readonly added: number | null;
                        readonly removed: number | null;
                        readonly changed: number | null;
                    };
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.feed.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "feed.created";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: components["schemas"]["Feed"];
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.feed.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "feed.updated";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: {
                        /** @example feed_12 */
                        readonly id: string;
                        /** @constant */
                        readonly object: "feed";
                        /** @enum {string} */
                        readonly feed_type: "primary" | "language" | "market";
                        /** @example null */
                        readonly locale: string | null;
                        /** @example Primary feed */
                        readonly display_name: string;
                        /** @example http://127.0.0.1:8080/feeds/5f0c1de2a9b84736c1d0e9f8a7b6c5d4e3f2a1b0/gmcfeed.txt */
                        readonly feed_url: string | null;
                        /** @example 3 */
                        readonly product_count: number;
                        /** @example 2026-11-02T09:00:30.000Z */
                        readonly last_run_at: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-11-02T09:00:00.000Z
                         */
                        readonly created_at: string;
                        /** @example run_12 */
                        readonly run_id: string;
                        readonly changed: boolean;
                        /** @example 3 */
                        readonly added_count: number | null;
                        /** @example 3 */
                        readonly removed_count: number | null;
                        /** @example 3 */
                        readonly changed_count: number | null;
                    };
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.run.held": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "run.held";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: components["schemas"]["FeedRun"];
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.run.discarded": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "run.discarded";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: components["schemas"]["FeedRun"];
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.run.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "run.failed";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: components["schemas"]["FeedRun"];
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.product.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "product.updated";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: components["schemas"]["Product"];
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.rules.changed": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "rules.changed";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: {
                        /** @enum {string} */
                        readonly action: "created" | "updated" | "deleted" | "activated" | "deactivated" | "reordered" | "replaced";
                        /** @example feed_12 */
                        readonly feed_id: string;
                        readonly rule: components["schemas"]["Rule"] | null;
                        /**
                         * @example [
                         *       "rule_13",
                         *       "rule_12"
                         *     ]
                         */
                        readonly rule_ids: readonly string[];
                    };
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.findings.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "findings.updated";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: {
                        /** @example feed_12 */
                        readonly feed_id: string;
                        /** @example google */
                        readonly channel: string;
                        /** @enum {string} */
                        readonly status: "fresh" | "revalidating" | "unsupported";
                        readonly errors_count: number;
                        readonly warnings_count: number;
                        readonly run_id: string | null;
                    };
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.finding_mute.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "finding_mute.created";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: {
                        readonly id: number;
                        /** @constant */
                        readonly object: "finding_mute";
                        /** @example missing_gtin */
                        readonly code: string;
                        /** @example gtin */
                        readonly field: string | null;
                        /** @example 41200000011393 */
                        readonly row_id: string | null;
                        /** @example Handmade: there are no GTINs. */
                        readonly note: string | null;
                        /** Format: date-time */
                        readonly created_at: string;
                        /** @example feed_12 */
                        readonly feed_id: string;
                        /** @example google */
                        readonly channel: string;
                    };
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.finding_mute.removed": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "finding_mute.removed";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: {
                        readonly id: number;
                        /** @constant */
                        readonly object: "finding_mute";
                        /** @example missing_gtin */
                        readonly code: string;
                        /** @example gtin */
                        readonly field: string | null;
                        /** @example 41200000011393 */
                        readonly row_id: string | null;
                        /** @example Handmade: there are no GTINs. */
                        readonly note: string | null;
                        /** Format: date-time */
                        readonly created_at: string;
                        /** @example feed_12 */
                        readonly feed_id: string;
                        /** @example google */
                        readonly channel: string;
                    };
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.channel.synced": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "channel.synced";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: components["schemas"]["SyncLog"];
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.channel.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "channel.failed";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: components["schemas"]["SyncLog"];
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.subscription.changed": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "subscription.changed";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: {
                        /** @constant */
                        readonly object: "subscription";
                        /** @enum {string} */
                        readonly plan: "free" | "starter" | "growth" | "premium";
                        readonly plan_name: string;
                        /** @enum {string} */
                        readonly status: "active" | "frozen" | "legacy" | "none";
                        readonly created_at: string | null;
                        /** @enum {string} */
                        readonly previous_status: "active" | "frozen" | "legacy" | "none";
                    };
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.api_key.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "api_key.created";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: {
                        /** @constant */
                        readonly object: "api_key";
                        /** @example 12 */
                        readonly id: number;
                        /** @example Warehouse */
                        readonly name: string;
                        /** @example svc_live_sk_0123 */
                        readonly key_prefix: string;
                        /**
                         * @example [
                         *       "read"
                         *     ]
                         */
                        readonly scopes: readonly string[];
                        /** @enum {string} */
                        readonly status: "active" | "revoked";
                        /** @example 0 */
                        readonly request_count: number;
                        /** @example null */
                        readonly last_used_at: string | null;
                        /** Format: date-time */
                        readonly created_at: string;
                        /** @example null */
                        readonly revoked_at: string | null;
                    };
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.api_key.revoked": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "api_key.revoked";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: {
                        /** @constant */
                        readonly object: "api_key";
                        /** @example 12 */
                        readonly id: number;
                        /** @example Warehouse */
                        readonly name: string;
                        /** @example svc_live_sk_0123 */
                        readonly key_prefix: string;
                        /**
                         * @example [
                         *       "read"
                         *     ]
                         */
                        readonly scopes: readonly string[];
                        /** @enum {string} */
                        readonly status: "active" | "revoked";
                        /** @example 0 */
                        readonly request_count: number;
                        /** @example null */
                        readonly last_used_at: string | null;
                        /** Format: date-time */
                        readonly created_at: string;
                        /** @example null */
                        readonly revoked_at: string | null;
                    };
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.webhook.disabled": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "webhook.disabled";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: components["schemas"]["Webhook"];
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "webhook.test.ping": {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "X-Svc-Signature": string;
                readonly "X-Svc-Timestamp": string;
                readonly "X-Svc-Event": string;
                readonly "X-Svc-Delivery": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example evt_01M8017BM036GV0QW0WPYWM6B5 */
                    readonly id: string;
                    /** @constant */
                    readonly object: "event";
                    /** @constant */
                    readonly event: "test.ping";
                    /** @constant */
                    readonly api_version: "1.0.0";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @example shop_12 */
                    readonly shop_id: string;
                    readonly data: components["schemas"]["TestPing"];
                };
            };
        };
        readonly responses: {
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
