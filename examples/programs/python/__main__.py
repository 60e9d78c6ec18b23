import pulumi_kubernetes as k8s

RELAY = {"name": "mail-relay", "namespace": "office"}

service = k8s.core.v1.Service(
    "mail-relay",
    metadata=RELAY,
    spec={"ports": [{"name": "smtp", "port": 25}]},
)

k8s.core.v1.Endpoints(
    "mail-relay",
    metadata=RELAY,
    subsets=[
        {
            "addresses": [
                {"ip": "10.30.4.25", "node_name": "rack-1"},
                {"ip": "10.30.4.26", "node-name": "rack-2"},
            ],
            "ports": [{"name": "smtp", "port": 25}],
        }
    ],
)
