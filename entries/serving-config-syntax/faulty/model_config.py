"""The part of Triton's model_config.proto that the case needs, with its names, numbers and types."""

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

ENUMS = {
    "DataType": ["TYPE_INVALID", "TYPE_BOOL", "TYPE_UINT8"],
    "Kind": ["KIND_AUTO", "KIND_GPU", "KIND_CPU", "KIND_MODEL"],
}
MESSAGES = {
    "ModelInput": "1 name string, 2 data_type DataType, 4 *dims int64",
    "ModelOutput": "1 name string, 2 data_type DataType, 3 *dims int64",
    "ModelInstanceGroup": "1 name string, 4 kind Kind, 2 count int32, 3 *gpus int32",
    "ModelDynamicBatching": "1 *preferred_batch_size int32, 2 max_queue_delay_microseconds uint64",
    "ModelConfig": "1 name string, 2 platform string, 17 backend string, 4 max_batch_size int32, "
    "5 *input ModelInput, 6 *output ModelOutput, 7 *instance_group ModelInstanceGroup, "
    "11 dynamic_batching ModelDynamicBatching",
}
file = descriptor_pb2.FileDescriptorProto(name="model_config.proto", package="inference", syntax="proto3")
for name, values in ENUMS.items():
    enum = file.enum_type.add(name=name)
    for number, value in enumerate([*values, *(["TYPE_FP32"] if name == "DataType" else [])]):
        enum.value.add(name=value, number=11 if value == "TYPE_FP32" else number)
for name, fields in MESSAGES.items():
    message = file.message_type.add(name=name)
    for text in fields.split(", "):
        number, field, kind = text.split()
        made = message.field.add(name=field.lstrip("*"), number=int(number))
        made.label = made.LABEL_REPEATED if field[0] == "*" else made.LABEL_OPTIONAL
        if kind[0].islower():
            made.type = made.Type.Value(f"TYPE_{kind.upper()}")
        else:
            made.type = made.TYPE_ENUM if kind in ENUMS else made.TYPE_MESSAGE
            made.type_name = f".inference.{kind}"
pool = descriptor_pool.DescriptorPool()
pool.Add(file)
ModelConfig = message_factory.GetMessageClass(pool.FindMessageTypeByName("inference.ModelConfig"))
